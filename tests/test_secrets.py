"""Secret values are masked before anything is stored; talk about secrets is not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.secrets import Masked, mask

BOUNDED = settings(max_examples=60, deadline=None, derandomize=True)

# Put together at run time so that no scanner takes this file for a leak.
SHAPED = {
    "aws key": ["AKIA" + "Q3EGUTXR5MWYKZ2L", "aws_secret_access_key = " + "aB3/" * 10],
    "google key": ["AIza" + "Sy0" * 11 + "ab", "AIza" + "Sy0" * 12, "GOCSPX-" + "a1B2c3D4" * 4],
    "azure key": ["AccountKey=" + "Ab3+" * 21 + "Ab==", "abc8Q~" + "x1Yz" * 8],
    "github token": ["ghp_" + "a1B2c3" * 6, "github_pat_" + "11AAAAAAA0" * 5],
    "gitlab token": ["glpat-" + "xY12_" * 4 + "a"],
    "slack token": ["xoxb-" + "1234567890-abcdefGHIJ"],
    "stripe key": ["sk_" + "live_" + "4eC39HqLyjWDarjtT1zdp7dc"],
    "api key": ["sk-test-" + "0" * 24, "sk-ant-api03-" + "aB3_" * 10, "hf_" + "aB3c" * 9],
    "jwt": ["eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0In0" + ".c2lnbmF0dXJl"],
    "token": ["Authorization: Bearer " + "a1b2c3d4e5f6g7h8", "https://x.example/?access_token=" + "a1b2c3d4e5f6g7"],
    "bot token": ["123456:" + "ABC-DEF1234ghIkl-zyx57W2v1u123ew11", "M" + "TA4" * 8 + ".GhIjKl." + "a1B" * 10],
    "webhook url": ["https://hooks.slack.com/services/T00/B00/" + "x1" * 12,
                    "https://discord.com/api/webhooks/123456789/" + "aB3-" * 10],
    "login in a link": ["https://user:pass@host/", "postgres://bob:s3cr3t@db.example:5432/app"],
    "one-time link": ["https://onetimesecret.com/secret/ab12cd34ef", "https://privnote.com/Ab12Cd34#key99",
                      "https://eu.onetimesecret.com/secret/zyxwv9876"],
    "card number": ["4111 1111 1111 1111", "5500005555555559", "3782-822463-10005", "4242424242424242"],
    "iban": ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "nl91abna0417164300"],
    "private key": ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow" + "A1b2" * 20 + "\n-----END RSA PRIVATE KEY-----",
                    "-----BEGIN OPENSSH PRIVATE KEY-----\n" + "b3Blbn" * 10],
}
EVERY = [(kind, value) for kind, values in SHAPED.items() for value in values]


@pytest.mark.parametrize(("kind", "value"), EVERY)
def test_a_value_with_a_secrets_shape_is_masked_wherever_it_stands(kind: str, value: str) -> None:
    masked = mask(f"hello, here: {value} and that is that")

    assert masked.kinds == (kind,)
    assert masked.text.startswith("hello, here: ")
    assert masked.text.endswith(" and that is that")
    assert f"[secret: {kind}]" in masked.text
    assert value not in masked.text


@pytest.mark.parametrize(("text", "expected"), [
    ("my database password is hunter2-blue", "my database password is [secret: password]"),
    ("the database password is hunter2-blue, I like tea", "the database password is [secret: password], I like tea"),
    ("Ich habe mein Passwort auf Sonne77 geändert", "Ich habe mein Passwort auf [secret: password] geändert"),
    ("my openai key is sk-" + "abcdefghijKLMNOPqrst", "my openai key is [secret: api key]"),
    ("curl -u bob:s3cret https://x.example/", "curl -u [secret: login] https://x.example/"),
    ("Mein Passwort ist hunter2-blau.", "Mein Passwort ist [secret: password]."),
    ("WLAN-Passwort: Sommer", "WLAN-Passwort: [secret: password]"),
    ("Passwort: geheim123", "Passwort: [secret: password]"),
    ("the password for the nas is swordfish", "the password for the nas is [secret: password]"),
    ('my password is "correct horse battery staple"', 'my password is "[secret: password]"'),
    ("password: correct horse battery staple", "password: [secret: password]"),
    ("I changed my password to hunter3!", "I changed my password to [secret: password]"),
    ("my password is now hunter3", "my password is now [secret: password]"),
    ("DB_PASSWORD=tiger", "DB_PASSWORD=[secret: password]"),
    ('{"password": "tiger", "user": "bob"}', '{"password": "[secret: password]", "user": "bob"}'),
    ("hunter2-blue is my database password", "[secret: password] is my database password"),
    ("my API key is sk-test-000000000000000000000000", "my API key is [secret: api key]"),
    ("api_key = 9f8e7d6c5b4a", "api_key = [secret: api key]"),
    ("the token is 9f8e7d6c5b4a", "the token is [secret: token]"),
    ("Meine PIN ist 4821", "Meine PIN ist [secret: pin]"),
    ("see https://user:pass@host/ for it", "see https://[secret: login in a link]@host/ for it"),
    ("my IBAN is DE89 3704 0044 0532 0130 00 by the way", "my IBAN is [secret: iban] by the way"),
    ("my passphrase is correct horse battery staple", "my passphrase is [secret: password]"),
    ("the wifi key is Blumenwiese7", "the wifi key is [secret: password]"),
    ("WLAN-Passwort ist Blumenwiese", "WLAN-Passwort ist [secret: password]"),
    ("The root password has been changed to Tr0ub4dor&3", "The root password has been changed to [secret: password]"),
    ("Das Passwort wurde auf Sonne77 geändert", "Das Passwort wurde auf [secret: password] geändert"),
    ("I use swordfish9 as my password", "I use [secret: password] as my password"),
    ("ich benutze sonne77 als Passwort", "ich benutze [secret: password] als Passwort"),
    ("it is password hunter2", "it is password [secret: password]"),
    ("Passwort ist immer noch hunter2", "Passwort ist immer noch [secret: password]"),
    ("mysql -u root -phunter2", "mysql -u root -p[secret: password]"),
    ("pg --password=hunter2 db", "pg --password=[secret: password] db"),
    ("pg --password hunter2 db", "pg --password [secret: password] db"),
    ("Your verification code is 482913", "Your verification code is [secret: one-time code]"),
    ("G-482913 is your Google verification code", "[secret: one-time code] is your Google verification code"),
    ("otp 482913", "otp [secret: one-time code]"),
    ("die TAN ist 482913", "die TAN ist [secret: one-time code]"),
    ("Dein Bestätigungscode lautet 482 913", "Dein Bestätigungscode lautet [secret: one-time code]"),
    ("the PIN is 4711", "the PIN is [secret: pin]"),
    ("PIN 4711", "PIN [secret: pin]"),
    ("my pin number is 9923", "my pin number is [secret: pin]"),
    ("meine PIN-Nummer ist 9923", "meine PIN-Nummer ist [secret: pin]"),
    ("the PIN number for my card is 9923", "the PIN number for my card is [secret: pin]"),
    ("my bank account is 12345678", "my bank account is [secret: account number]"),
    ("my bank account number: 1234 5678", "my bank account number: [secret: account number]"),
    ("meine Kontonummer ist 0532013000", "meine Kontonummer ist [secret: account number]"),
    ("meine Kontonummer lautet 532 013 000.", "meine Kontonummer lautet [secret: account number]."),
    ("my password\nhunter2", "my password\n[secret: password]"),
    ("my card is 4111.1111.1111.1111.", "my card is [secret: card number]."),
    ("seed phrase: " + " ".join(["apple"] * 12), "seed phrase: [secret: recovery phrase]"),
])
def test_what_is_useful_without_the_value_is_kept(text: str, expected: str) -> None:
    assert mask(text).text == expected


@pytest.mark.parametrize("text", [
    "the api key is wrong",
    "my bank account is empty", "my bank account is 200000 euros in the red", "my account is 12345678",
    "my bank account is with ING", "the pin number is 12 or so", "meine Kontonummer ist neu",
    "the account number is 8 digits long",
    "password reset", "reset the password 2023", "the pin on the map", "the code is broken", "wifi key is missing",
    "the wifi key is on the fridge", "the network code is broken", "my password\nthanks", "my password\nis wrong",
    "I use KeePass2 as my password safe", "I use 1Password as my password", "password sha256", "a tan 4711 km long",
    "passphrase is stored inside keepass vault", "my passphrase is very hard to remember", "the area code is 030",
    "I got a verification code in 2023", "the login code is 12 lines long", "mysql --port 3306 -port 3306",
    "password is set to expire", "version 1.1111.1111.1111.1112", "a password with 12chars",
    "my password is wrong",
    "my password is weak",
    "my password is too long",
    "my password is 12 characters long",
    "my password is not hunter-safe and I know it",
    "mein Passwort ist abgelaufen",
    "mein Passwort ist falsch",
    "mein Passwort ist sehr schwach",
    "Password: required",
    "I use a password manager, 1Password",
    "my password manager is KeePass2",
    "the secret is patience",
    "the secret to good pizza is flour type00",
    "the token is expired",
    "the private key is 2048-bit",
    "password = os.environ['DB_PASSWORD']",
    "password: str = field()",
    "password=$DB_PASSWORD",
    "max_tokens: 4096000000",
    "I forgot my password to github1 yesterday",
    "compass: north",
    "my password was leaked",
    "a bearer of bad news",
    "my PIN code is 411001 in Pune",
    "pin: 17",
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "order 4111 1111 1111 1112",
    "barcode 4006381333931",
    "user 123456789012345678 wrote at 1764460800000",
    "DE89 3704 0044 0532 0130 01",
    "https://example.com:8080/a@b",
    "mail me at bob@example.com",
    "at 10:30:45 on 2026-11-30",
    "-----BEGIN PRIVATE KEY----- is how such a file starts",
    "sk-learn-is-a-very-fine-library-indeed",
    "I live in Pune and I'm allergic to peanuts",
    "Ich wohne in Berlin und habe zwei Katzen",
])
def test_talk_about_secrets_stays_as_it_is(text: str) -> None:
    assert mask(text) == Masked(text)
    control = mask(f"{text}\nmy password is hunter2-blue")
    assert control.text == f"{text}\nmy password is [secret: password]"


def test_c40_no_value_of_the_field_case_is_left() -> None:
    said = {
        "remember: my database password is hunter2-blue": "hunter2-blue",
        "my API key is sk-test-000000000000000000000000": "0000",
        SHAPED["private key"][0]: "A1b2",
        "https://user:pass@host/": "pass@",
        SHAPED["one-time link"][0]: "ab12cd34ef",
        f"the bot runs with {SHAPED['bot token'][0]}": "ABC-DEF",
        "my card is 4111 1111 1111 1111, 12/29": "1111",
    }

    for text, value in said.items():
        masked = mask(text)
        assert masked.kinds, text
        assert value not in masked.text


def test_several_secrets_of_one_message_are_named_once_each_in_order() -> None:
    masked = mask(f"password: tiger9 then {SHAPED['github token'][0]} and password: lion77")

    assert masked.kinds == ("password", "github token")
    assert masked.text.count("[secret: password]") == 2


def test_a_placeholder_typed_by_a_person_does_not_hide_a_secret_in_it() -> None:
    assert "tiger9" not in mask("[secret: password: tiger9 ]").text


PARTS = ["password: ", "password is ", "password ", "otp ", "482913", "my password\n", " as my password",
         " ", "tiger9", "[secret: password]", "=", ":", "@", "/", "-", "4", "\n", '"']
LETTERS = st.text(alphabet=" abcdefgh,\n", max_size=20)


@BOUNDED
@given(st.lists(st.sampled_from([v for _, v in EVERY] + PARTS) | st.text(max_size=6), max_size=8).map("".join))
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text)

    assert mask(once.text) == once


@BOUNDED
@given(st.sampled_from(EVERY), LETTERS, LETTERS)
def test_the_words_around_a_secret_are_untouched(shaped: tuple[str, str], before: str, after: str) -> None:
    masked = mask(f"{before} {shaped[1]} {after}")

    assert shaped[0] in masked.kinds
    assert masked.text.startswith(before)
    assert masked.text.endswith(after)


@BOUNDED
@given(st.text(alphabet=st.characters(whitelist_categories=("Lu", "Ll", "Zs")), max_size=60))
def test_letters_alone_are_never_a_key_or_a_number(text: str) -> None:
    assert set(mask(text).kinds) <= {"password"}
