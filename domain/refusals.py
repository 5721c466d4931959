"""A refusal is a value: what was refused, where in the input, and how to mend it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """One reason why an input can't be taken as it is.

    `code` is a stable word for programs, `field` the path in the input (`facts[3].object.number`),
    `detail` a sentence for people that names the mend. It never repeats the refused content.
    """

    code: str
    field: str
    detail: str

    def under(self, prefix: str) -> "Refusal":
        """The same refusal, seen from a document in which its field lies below `prefix`."""
        field = f"{prefix}.{self.field}" if self.field else prefix
        return Refusal(code=self.code, field=field, detail=self.detail)
