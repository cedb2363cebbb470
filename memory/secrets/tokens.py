"""Secrets known by their own shape: keys, tokens, private key blocks, links that carry a credential.

Shapes follow what each issuer documents for secret scanning; lengths are lower bounds, so longer future tokens match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_L = r"(?<![A-Za-z0-9_])"  # left edge; "-" may stand before a token
_URL_END = r"[^\s<>\"'`)\]]"

# kind, pattern; the value is the group "v" when there is one, else the whole match
_SHAPES: tuple[tuple[str, str], ...] = (
    ("private key", r"-----BEGIN (?P<w>[A-Z0-9 ]{0,30})PRIVATE KEY(?: BLOCK)?-----"
                    r"(?:[\s\S]{0,20000}?-----END (?P=w)PRIVATE KEY(?: BLOCK)?-----"
                    r"|(?:(?:\s|\\n)*[A-Za-z0-9+/=]{20,})+(?:(?:\s|\\n)*[A-Za-z0-9+/]{1,19}=+)?)"),
    ("private key", r"AGE-SECRET-KEY-1[0-9A-Z]{40,}"),
    ("webhook url", r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/" + _URL_END + "{8,}"),
    ("webhook url", r"https?://(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/[\w-]{8,}"),
    ("webhook url", r"https?://[\w.-]{1,80}\.webhook\.office\.com/" + _URL_END + "{8,}"),
    ("one-time link", r"https?://(?:[\w-]{1,60}\.){0,4}(?:onetimesecret|privnote|pwpush|password\.link|scrt\.link|"
                      r"1ty\.me|temp\.pw|yopass|cryptgeon|privatebin|onetimelink|one-time-secret|ots)"
                      r"(?:\.[a-z]{2,10}){0,2}/" + _URL_END + "{4,}"),
    ("one-time link", r"https?://(?:send\.bitwarden\.com/|vault\.bitwarden\.(?:com|eu)/#/send/|"
                      r"share\.1password\.(?:com|eu)/s[/#])" + _URL_END + "{4,}"),
    ("one-time link", r"https?://[\w.:-]{1,120}/(?:[\w-]{1,40}/){0,3}secrets?/(?=[\w-]{0,80}\d)[\w-]{8,}"
                      + _URL_END + "*"),
    ("login in a link", r"(?i)\b[a-z][a-z0-9+.-]{1,20}://(?P<v>[^\s/:@]{0,128}:[^\s/]{1,256})@(?=[\w\[])"),
    ("login in a link", r"(?i)\b[a-z][a-z0-9+.-]{1,20}://(?P<v>(?=[^\s/:@]*\d)[\w.~-]{16,256})@(?=[\w\[])"),
    ("login", r"\bcurl\s[^\n]{0,200}?(?:-u|--user)[ =]?[\"']?(?P<v>[^\s:\"']{1,80}:[^\s\"']{3,200})"),
    ("jwt", _L + r"eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*"),
    ("aws key", _L + r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![0-9A-Za-z])"),
    ("aws key", r"(?i)\baws.{0,20}secret.{0,20}?(?:[:=]|\bis)\s*[\"']?(?P<v>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])"),
    ("google key", _L + r"AIza[\w-]{30,60}(?![\w-])"),
    ("google key", _L + r"ya29\.[\w-]{20,}"),
    ("google key", _L + r"GOCSPX-[\w-]{24,}"),
    ("azure key", r"(?i)\b(?:AccountKey|SharedAccessKey)=(?P<v>[A-Za-z0-9+/]{40,}={0,2})"),
    ("azure key", _L + r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])"),
    ("github token", _L + r"gh[pousr]_[A-Za-z0-9]{30,}"),
    ("github token", _L + r"github_pat_\w{30,}"),
    ("gitlab token", _L + r"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{19,}\w"),
    ("slack token", _L + r"(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{9,}[A-Za-z0-9]"),
    ("stripe key", _L + r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}"),
    ("stripe key", _L + r"whsec_[A-Za-z0-9+/]{24,}=*"),
    ("api key", _L + r"sk-(?:(?=[\w-]{0,200}\d)[\w-]{19,}\w|(?:proj-|ant-)?[A-Za-z0-9]{20,})"),
    ("api key", _L + r"(?:hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{36,}|pypi-AgE[\w-]{50,}|gsk_[A-Za-z0-9]{40,}|"
                r"xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{35,}|dop_v1_[a-f0-9]{60,}|"
                r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|hvs\.[\w-]{24,}|tskey-[a-z]{2,12}-[\w-]{16,}|"
                r"lin_api_[A-Za-z0-9]{32,}|SG\.[\w-]{20,}\.[\w-]{40,}|SK[0-9a-f]{32}|dapi[0-9a-f]{32})(?![\w])"),
    ("bot token", r"(?:(?<=bot)|(?<![A-Za-z0-9_:]))\d{5,12}:[\w-]{30,50}(?![\w-])"),
    ("bot token", _L + r"[MNO][\w-]{22,28}\.[\w-]{6,7}\.[\w-]{27,45}(?![\w-])"),
    ("bot token", _L + r"mfa\.[\w-]{80,}"),
    ("token", r"(?i)\bbearer\s+(?P<v>(?=[^\s]*\d)[A-Za-z0-9._~+/-]{16,}=*)"),
    ("token", r"(?i)\bauthorization[\"']?\s*[:=]\s*[\"']?(?:basic|token|bearer|apikey)\s+"
              r"(?P<v>[A-Za-z0-9._~+/-]{8,}=*)"),
    ("token", r"(?i)[?&#](?:[a-z_-]{0,20}token|api_?key|key|secret|client_secret|password|passwd|pwd|pass|sig|signature"
              r"|auth|code)=(?P<v>(?=[^\s&#]*\d)[^\s&#\"'<>)\[]{12,})"),
)

KINDS = frozenset(kind for kind, _ in _SHAPES)
_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _SHAPES)


def find(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of each value with a secret's shape, most specific shapes first; may overlap."""
    for kind, pattern in _COMPILED:
        for hit in pattern.finditer(text):
            yield *hit.span("v" if "v" in pattern.groupindex else 0), kind
