"""The baselines: sequence-to-sequence transformers that sort, and their ablations."""

from nee.baselines.greedy import Decoded as Decoded
from nee.baselines.greedy import decode as decode
from nee.baselines.greedy import decode_all as decode_all
from nee.baselines.seq2seq import Seq2Seq as Seq2Seq
from nee.baselines.sorting_task import SortingTask as SortingTask
from nee.baselines.variants import PUBLISHED as PUBLISHED
from nee.baselines.variants import VARIANTS as VARIANTS
from nee.baselines.variants import Seq2SeqConfig as Seq2SeqConfig
