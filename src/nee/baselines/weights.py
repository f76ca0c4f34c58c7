"""The trained baselines that ship: those that the pictures and examples are made with."""

from pathlib import Path

from nee.baselines.seq2seq import Seq2Seq
from nee.baselines.variants import VARIANTS, Seq2SeqConfig
from nee.errors import InputError
from nee.training.checkpoints import read_network, read_provenance

FOLDER = Path(__file__).parent / "trained"


def shipped() -> list[Path]:
    """All files that ship."""
    return sorted(FOLDER.glob("*.safetensors"))


def weights(variant: str) -> Path:
    """The file of a variant that ships."""
    if variant not in VARIANTS:
        raise InputError(f"There is no variant of seq2seq called {variant!r}; there are: {', '.join(VARIANTS)}.")
    path = FOLDER / f"{variant}.safetensors"
    if not path.exists():
        raise InputError(f"{variant} does not ship: train it with `nee train seq2seq`, and name its file.")
    return path


def read_model(path: Path) -> Seq2Seq:
    """The baseline that a weights file holds."""
    made = read_provenance(path)
    if made.subroutine != "seq2seq":
        raise InputError(f"{path} was trained for {made.subroutine}, not for seq2seq.")
    return read_network(path, Seq2Seq, Seq2SeqConfig)
