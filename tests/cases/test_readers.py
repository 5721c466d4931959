"""What was invalidated is shown by no reader but those whose business is the past."""

from urllib.parse import quote

import psycopg
from psycopg import sql

from domain.words import LedgerName
from tests.api.test_every_route import routes
from tests.cases.story import Story, done
from tests.console import factledger
from tests.database import Database

GONE, LEFT = "Xenon", "Argon"

# They tell what was; all the others tell what is.
OF_THE_PAST = {
    "facts/{fact}",
    "facts/{fact}/history",
    "facts/{fact}/why",
    "changes",
    "tombstones",
}
# Their texts are in the parts of events, as base64.
OF_THE_LOG = {"events", "events/{seq}"}


def told(story: Story) -> int:
    """One value is invalidated, another is left; the first one's fact."""
    story.says("b", LEFT, subject="Bob", valid_from="2020-01-01")
    gone = story.says("a", GONE, valid_from="2020-01-01").fact
    story.says("c", GONE, valid_from="2020-01-01")
    return gone


def answers(story: Story, fact: int) -> dict[str, str]:
    """What each route that reads the ledger answers about a subject, or about a fact."""
    below = "/v1/ledgers/{ledger}/"
    found: dict[str, str] = {}
    for method, template in routes(story.keeper.app):
        if method == "GET" and template.startswith(below):
            name = template.removeprefix(below)
            path = name.replace("{fact}", str(fact)).replace("{seq}", str(fact))
            if name == "timeline":
                path += f"?subject={quote('Alice')}&predicate=employer"
            found[name] = str(done(story.keeper.get(f"{story.path}/{path}"), 200))
    return found


def test_no_reader_shows_what_was_invalidated_but_those_of_the_past(story: Story) -> None:
    gone = told(story)
    before = answers(story, gone)
    assert GONE in before["facts"]
    assert GONE in before["timeline"]
    assert {"facts", "timeline", "conflicts", "changes", "tombstones", "review"} <= set(before)
    story.invalidates(gone)
    after = answers(story, gone)
    shows = {name for name, answer in after.items() if GONE in answer}
    assert shows == OF_THE_PAST
    assert LEFT in after["facts"]
    assert after.keys() >= OF_THE_LOG


def test_the_commands_show_it_no_more(story: Story, shared_database: Database) -> None:
    gone = told(story)
    secret = story.reviewer.secret
    assert secret is not None
    environment = {"FACTLEDGER_TOKEN": secret, "FACTLEDGER_DATABASE": shared_database.app_url}

    def listed() -> str:
        words = ("fact", "list", "--json", "--ledger", story.ledger)
        done = factledger(*words, environment=environment)
        assert done.code == 0, done.err
        return done.out

    assert GONE in listed()
    story.invalidates(gone)
    after = listed()
    assert GONE not in after
    assert LEFT in after


VIEWS = "select viewname from pg_views where schemaname = 'audit' order by 1"
VIEWS_OF_THE_PAST = {"event", "tombstone", "claim", "duel", "history"}


def test_the_auditor_s_views_of_what_is_show_it_no_more(
    story: Story, shared_database: Database
) -> None:
    gone = told(story)
    order = {"name": "audit", "kind": "human", "role": "auditor", "ledgers": [story.ledger]}
    token = done(story.keeper.post("/v1/tokens", order), 201)
    url = shared_database.url_for(token["login"], token["password"])
    name = LedgerName(story.ledger)
    with psycopg.connect(url, autocommit=True) as auditor:
        views = {row[0] for row in auditor.execute(VIEWS)}
        assert views >= {"event", "fact", "timeline", "tombstone", "review"}

        def rows(view: str) -> str:
            query = sql.SQL("select * from {} where ledger = %s").format(
                sql.Identifier("audit", view)
            )
            return str(auditor.execute(query, [name]).fetchall())

        assert GONE in rows("fact")
        assert GONE in rows("timeline")
        story.invalidates(gone)
        shows = {view for view in views if GONE in rows(view)}
        assert shows <= VIEWS_OF_THE_PAST
        assert "tombstone" in shows
        assert LEFT in rows("fact")
        as_of = "select object from audit.fact_as_of(%s, now(), %s)"
        before = auditor.execute(as_of, [name, story.known(3)]).fetchall()
        after = auditor.execute(as_of, [name, story.head]).fetchall()
        assert (before, after) == ([(LEFT,), (GONE,)], [(LEFT,)])
