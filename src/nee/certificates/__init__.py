"""An engine asked everything that it can be asked."""

from nee.certificates.certificate import Certificate as Certificate
from nee.certificates.certify import certify_comparison as certify_comparison
from nee.certificates.certify import certify_operation as certify_operation
