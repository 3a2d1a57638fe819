# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2034,SC2154 # the script that reads this has fail and version, and uses folder
#
# Sets $folder: where the provisioned Bazel of $version lies. Calls `fail MESSAGE` where no folder will do.

cache=${FLAGGEMS_REFERENCE_CACHE:-}
if [ -z "$cache" ]; then
    [ -n "${XDG_CACHE_HOME:-${HOME:-}}" ] || fail "no folder for Bazel: set HOME or FLAGGEMS_REFERENCE_CACHE"
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/flaggems-reference
fi
case $cache in
/tmp | /tmp/*) fail "$cache: Bazel cannot live under /tmp, which its sandbox hides; set FLAGGEMS_REFERENCE_CACHE to another folder" ;;
/*) ;;
*) fail "$cache: the cache folder must be an absolute path; correct FLAGGEMS_REFERENCE_CACHE or XDG_CACHE_HOME" ;;
esac

# The last part is the layout of the folder that provision makes; it changes with it.
folder=$cache/bazel/$version-debian1
