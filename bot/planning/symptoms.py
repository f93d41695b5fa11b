"""Symptoms: how a trace, an error that was thrown, and what was expected instead are written."""

from __future__ import annotations

from bot.planning.lazy import Lazy

TRACE = Lazy(
    r"(?m)^ *(?:Traceback \(most recent|File \"|at [\w.$<>]+ ?\(|panic:"
    r"|fatal error: |goroutine [0-9]+ \[|WARNING: DATA RACE|.{0,40}\*\* \(\w+Error\)"
    r"|thread '.{1,40}' panicked|[\w.]+(?:Error|Exception)\b)"
)
EXPECTED = Lazy(
    r"(?i)^(?:expected|attendu|résultat attendu|comportement attendu|erwartet(?:es verhalten)?"
    r"|esperado|comportamiento esperado|comportamento (?:esperado|atteso)|resultado esperado"
    r"|risultato atteso|o que (?:esperamos|esperava)|期待する(?:動作|結果)|期待(?:動作|結果|値)) ?[:\uff1a]"
)
THROWN = Lazy(
    r"\b[A-Z]\w+(?:Error|Exception|Panic)\b(?! (?:class|type|handling|page|message))"
    r"|(?i:^(?:impossible|unmöglich|imposible|unable|cannot)\b|^fatal error)"
)
