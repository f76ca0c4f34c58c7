"""The command `nee demo`."""

EIGHT = [5, 3, 250, 1, 77, 3, 128, 64]
LISTS = 20
LONG = 100


def demo() -> None:
    """Watch a trained network sort, in under a minute."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print("[bold]Neural execution engines[/]: a network learns one subroutine, and runs a whole algorithm.\n")

    # JAX takes a second to import: the first line is there before.
    with console.status("loading the engine"):
        import jax

        from nee import pretrained
        from nee.cli.drawing import draw_trace
        from nee.evaluation.lists import evaluate
        from nee.solve.sorting import sort_and_trace
        from nee.subroutines.minimum import SLOTS

        engine = pretrained.load("minimum")
        weights = sum(leaf.size for leaf in jax.tree.leaves(engine))
    console.print(
        f"This one has {weights:,} weights. It was shown lists of at most {SLOTS} numbers, and learned three "
        "things: to name the smallest number, to point at it, and to hide it with its own attention mask. "
        "Selection sort is that step, again and again, until the mask hides everything:\n"
    )
    with console.status("compiling the network (kept for next time)"):
        execution = sort_and_trace(EIGHT)
    draw_trace(EIGHT, execution.trace, console)
    console.print(f"\nsorted: [bold green]{' '.join(map(str, execution.result))}[/]\n")

    with console.status(f"sorting {LISTS} lists of {LONG} numbers"):
        accuracy = evaluate(engine, LONG, lists=LISTS, distribution="mixed", seed=0)
    exact = round(accuracy.whole_lists.percent * LISTS / 100)
    console.print(
        f"The same weights on lists {LONG / SLOTS:g} times as long as any they were trained on:\n"
        f"[bold green]{exact} of {LISTS} lists of {LONG} numbers are sorted without a mistake.[/]\n\n"
        "Learned: the embedding, the comparison, the pointer, the mask update, the end.\n"
        "Given:   the loop around it.\n\n"
        "Next: [bold]nee sort 9 4 7 --trace[/], [bold]nee evaluate minimum[/], [bold]nee --help[/]"
    )
