# SPDX-License-Identifier: Apache-2.0
import gc
import weakref

import pytest
import torch

from benchmark import callables


def test_forward_calls_the_baseline_with_these_arguments():
    x = torch.randn(3, 4)
    assert torch.equal(callables.forward(torch.sum, (x, 1), {"keepdim": True})(), x.sum(1, keepdim=True))


def test_forward_in_place_changes_its_own_input():
    x = torch.ones(3)
    call = callables.forward(torch.Tensor.add_, (x, 2), {})
    assert torch.equal(x, torch.ones(3))
    call()
    assert torch.equal(x, torch.full((3,), 3.0))


def test_forward_writes_to_out():
    out = torch.empty(3)
    callables.forward(torch.neg, (torch.ones(3),), {"out": out})()
    assert torch.equal(out, -torch.ones(3))


def test_backward_runs_the_forward_pass_once_and_before():
    calls = []

    def op(x):
        calls.append("forward")
        return x * x

    run = callables.backward(op, (torch.randn(3, requires_grad=True),), {})
    assert calls == ["forward"]
    run()
    run()
    assert calls == ["forward"]


def test_backward_gives_the_gradients_of_autograd(monkeypatch):
    incoming = torch.randn(3, 4)
    monkeypatch.setattr(torch, "randn_like", lambda tensor: incoming)
    x = torch.randn(3, 4, requires_grad=True)
    y = torch.randn(3, 4, requires_grad=True)
    index = torch.tensor([0, 1])
    got = callables.backward(lambda x, i, y: (x * y.exp(), i), (x, index), {"y": y})()
    expected = torch.autograd.grad(x * y.exp(), (x, y), incoming)
    assert len(got) == 2 and all(map(torch.equal, got, expected))


def test_backward_of_several_outputs_adds_them_up():
    x = torch.randn(4, 2, requires_grad=True)
    (gradient,) = callables.backward(lambda x: torch.max(x, 1), (x,), {})()
    assert gradient.shape == x.shape and torch.equal(gradient != 0, x == x.amax(1, keepdim=True))


@pytest.mark.parametrize("requires_grad, op", [(False, torch.neg), (True, torch.isnan)])
def test_nothing_to_differentiate_is_an_error(requires_grad, op):
    with pytest.raises(ValueError, match=r"nothing to differentiate: 0 outputs and . inputs"):
        callables.backward(op, (torch.ones(2, requires_grad=requires_grad),), {})


def test_leaves_are_found_in_named_tuples_and_lists():
    x = torch.arange(3.0)
    found = callables.leaves([x.sort(), {"a": (x, None, 3)}])
    assert len(found) == 3 and all(isinstance(leaf, torch.Tensor) for leaf in found)


@pytest.mark.parametrize("construct, op", [(callables.forward, torch.neg), (callables.backward, torch.tanh)])
def test_inputs_and_graph_go_with_the_callable(construct, op):
    """A case of several GiB must not wait for a garbage collection."""
    gc.disable()
    try:
        x = torch.randn(3, requires_grad=construct is callables.backward)
        call = construct(op, (x,), {})
        result = call()
        gone = weakref.ref(x)
        del x, call, result
        assert gone() is None
    finally:
        gc.enable()
