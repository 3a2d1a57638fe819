// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.attribute.ModuleHashesAttribute;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Links an image of some modules of the very runtime that runs this, for a runtime that comes without jmod files.
 *
 * <p>{@code java TrimRuntime.java IMAGE MODULE...} writes {@code IMAGE/lib/modules}; native libraries and settings are
 * not in the image, and stay those of the runtime. Needs JDK 24 or newer with jdk.compiler and jdk.jlink.
 */
class TrimRuntime {
  public static void main(String[] arguments) throws IOException {
    var image = Path.of(arguments[0]).toAbsolutePath();
    var roots = List.of(arguments).subList(1, arguments.length);
    var jars = Files.createDirectory(Path.of(image + ".jars"));
    var closure = Configuration.empty().resolve(ModuleFinder.ofSystem(), ModuleFinder.of(), roots);
    for (var module : closure.modules()) {
      writeJar(module.name(), jars.resolve(module.name() + ".jar"));
    }
    // The classes that generate-jli-classes would add are in the runtime already.
    var status =
        ToolProvider.findFirst("jlink")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--module-path=" + jars,
                "--add-modules=" + String.join(",", roots),
                "--disable-plugin=generate-jli-classes",
                "--output=" + image);
    System.exit(status);
  }

  private static void writeJar(String module, Path jar) throws IOException {
    var root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
    try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)));
        var files = Files.walk(root)) {
      zip.setLevel(0);
      for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        var name = root.relativize(file).toString();
        // These describe the module graph of the whole runtime; jlink makes new ones.
        if (name.matches("jdk/internal/module/SystemModules\\$.*")) {
          continue;
        }
        var bytes = Files.readAllBytes(file);
        if (name.equals("module-info.class")) {
          bytes = withoutHashes(bytes);
        }
        zip.putNextEntry(new ZipEntry(name));
        zip.write(bytes);
        zip.closeEntry();
      }
    }
  }

  /** java.base records hashes of the jmod files from which it was linked; a repacked module has another one. */
  private static byte[] withoutHashes(byte[] moduleInfo) {
    var file = ClassFile.of();
    var drop = ClassTransform.dropping(element -> element instanceof ModuleHashesAttribute);
    return file.transformClass(file.parse(moduleInfo), drop);
  }
}
