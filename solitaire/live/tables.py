"""The games this process holds in memory, and the commands judged on them."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from weakref import WeakSet, WeakValueDictionary

from django.conf import settings
from msgspec import UNSET, Raw

from solitaire.live import protocol
from solitaire.live.complaint import Objection
from solitaire.live.feed import Owner, show_event, show_game
from solitaire.live.milestones import BEGUN, ENDED, REOPENED
from solitaire.live.off_loop import off_loop
from solitaire.live.sight import NO_RACE, RaceFacts, Role, Sight
from solitaire.live.table import TableState, begin, now_ms, stream_of
from solitaire.live.turn import Turn
from solitaire.log import store, writer
from solitaire.log.event import Append, Event, Milestone, NewEvent
from solitaire.log.store import Conflict, TooLate
from solitaire.log.writer import Outcome
from solitaire.rules.cards import NAMES
from solitaire.rules.game import Game, Step
from solitaire.rules.hints import hints
from solitaire.rules.views import View, show_position
from solitaire.tally import tally

EVENTS_A_MESSAGE = 32
"""More follow in further messages: Daphne's limit on what comes in holds for what goes out too."""
PLAYER, WATCHER = "player", "watcher"
NO_MOVES = Raw(b"[]")

Answer = protocol.Done | protocol.Stale
"""What a player's command is answered with, unless it is refused or the log fails."""


class FromTheFuture(Exception):
    """A version was named that the game has not reached."""


class Table:
    """One game in memory, at most as old as the log: what is missing is read when it is missed.

    It stands at version `head`, and is in the race `race`. For one event loop alone.
    """

    def __init__(self, game_id: str, events: Sequence[Event], owner: Owner, race: RaceFacts = NO_RACE) -> None:
        self.stream = stream_of(game_id)
        self.owner = owner
        self.race = race
        self.state = begin(game_id, events[0])
        self._commands: dict[str, int] = {}  # the version each command made
        self._turn = Turn()
        self._legal: tuple[int, Raw] = (0, NO_MOVES)
        self.head = 1
        # Every event as JSON, the one of version n at n - 1. Who may not see what its player sees does not sit here, so
        # a game's player and its watchers are told the same of it.
        self._shown = [Raw(protocol.encode(show_event(events[0], None, events[0].at, View.OWNER)))]
        self.catch_up(events)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.state.game.over

    @property
    def sight(self) -> Sight:
        """What everybody who sits here may see."""
        return self.race.sight(self.state.game, Role.PLAYER)

    @property
    def now(self) -> int:
        """Milliseconds since the deal, of a game that is over until its end."""
        last_at = self.state.last_at
        # Never before the last event, whatever the clocks of two machines say.
        return (last_at if self.over else max(now_ms(), last_at)) - self.state.dealt_at

    def learn(self, race: RaceFacts) -> None:
        """Know what the race is now; one that has settled stays so, whatever was read before it did."""
        if not self.race.settled:
            self.race = race

    def catch_up(self, events: Sequence[Event]) -> None:
        """Follow what is new among `events` of the stream."""
        for event in events:
            if event.version > self.head:
                self._take(event, self.state.follow(event))

    async def refresh(self) -> None:
        """Read from the log what came after the table's version."""
        self.catch_up(await off_loop(store.read, self.stream, self.head))

    async def reach(self, version: int) -> None:
        """Make sure that the table is at `version` or later; raises `FromTheFuture` where the log is not."""
        if version > self.head:
            await self.refresh()
        if version > self.head:
            raise FromTheFuture

    async def play(self, command: protocol.Move, who: str) -> Answer:
        """Judge a player's command, and answer when its event is in the log.

        Raises the rules' `Refused`, `Objection`, `FromTheFuture`, and whatever the log does where it fails. A command
        that is in the log already gets its first outcome, and one made on an older version is not judged. One command
        at a time: the next one on this table waits here.
        """
        async with self._turn:
            await self.reach(command.after)
            if self._is_next(command):
                step = self._judge(command.move)
                try:
                    outcome: Outcome = await writer.current().append(self._append(command, who, step))
                except (Conflict, TooLate) as error:
                    outcome = error
                if not self._has_made(step, outcome):
                    await self._clear_up(outcome)
        return self._answer(command)

    def judge_now(self, command: protocol.Move) -> Step | None:
        """What a command does that can be played now; None for one that `play` may have to wait with, or not judge.

        Raises the rules' `Refused` and `Objection`.
        """
        return self._judge(command.move) if self._is_next(command) and not self._turn.locked() else None

    def write_now(
        self, command: protocol.Move, who: str, step: Step, then: Callable[[Answer | Awaitable[Answer]], None]
    ) -> None:
        """Put the `step` that `judge_now` has just given into the log, and then call `then` with the answer.

        `then` gets something to await, which is as good as `play`, where the table has to wait for its answer as well.
        """
        writer.current().append_then(self._append(command, who, step), partial(self._written, command, step, then))
        self._turn.take()

    def _written(
        self,
        command: protocol.Move,
        step: Step,
        then: Callable[[Answer | Awaitable[Answer]], None],
        outcome: Outcome,
    ) -> None:
        try:
            made = self._has_made(step, outcome)
        except Exception as error:  # the turn has to end, whatever happens
            made, outcome = False, error
        if made:
            self._turn.release()
            then(self._answer(command))
        else:
            then(self._settle(command, outcome))

    async def _settle(self, command: protocol.Move, outcome: Outcome) -> Answer:
        """End the turn of a command that came to something else than what it was judged to do."""
        try:
            await self._clear_up(outcome)
        finally:
            self._turn.release()
        return self._answer(command)

    async def _clear_up(self, outcome: Outcome) -> None:
        """Read what there is instead of the event that a command was to make, or raise why there is none."""
        if isinstance(outcome, TooLate):
            raise Objection(self.race.too_late) from outcome
        if isinstance(outcome, Exception) and not isinstance(outcome, Conflict):
            raise outcome
        await self.refresh()

    def _has_made(self, step: Step, outcome: Outcome) -> bool:
        """Follow the event that a command has made; False where it made none, or one that others came before.

        Then somebody else was first in another process, or the log knew this command and the table had missed it.
        """
        if isinstance(outcome, Exception):
            return False
        event = outcome[0]
        made = event.version == self.head + 1 and event.data == step.move
        if made:
            self._take(event, step)
            tally.moves += 1
        return made

    def _is_next(self, command: protocol.Move) -> bool:
        """Whether a command is a new one, made on the version the table stands at."""
        return command.after == self.head and command.id not in self._commands

    def _judge(self, move: str) -> Step:
        if self.race is not NO_RACE:
            self._object(move)
        return self.state.game.play(move)

    def _object(self, move: str) -> None:
        """Raise an `Objection` to what the race does not allow, whatever the rules say."""
        race = self.race
        if race.ends_at is not None and now_ms() >= race.ends_at and not self.over:
            raise Objection(race.too_late)
        if move in race.off:
            raise Objection(race.off[move])

    def _append(self, command: protocol.Move, who: str, step: Step) -> Append:
        after, milestone = step.game, None
        before = self.state.game.position
        if after.position.status != before.status:
            milestone = Milestone(REOPENED if after.position.status == "playing" else ENDED, self._stated(after))
        elif not before.moves and after.position.moves:
            milestone = Milestone(BEGUN, self._stated(after))
        move = (NewEvent("move", step.move),)
        return Append(self.stream, self.head, move, who, command.id, milestone, before=self.race.ends_at)

    def _stated(self, game: Game) -> TableState:
        """What a milestone tells of this game once it is `game`."""
        return replace(self.state, game=game, ended_at=None)

    def _take(self, event: Event, step: Step) -> None:
        """Stand at the version of `event`, which is the next one and did `step`."""
        self.state.take(step.game, event.at)
        self.head = event.version
        self._shown.append(Raw(protocol.encode(show_event(event, step, self.state.dealt_at, View.OWNER))))
        if event.command is not None:
            self._commands[event.command] = event.version

    def _answer(self, command: protocol.Move) -> Answer:
        made = self._commands.get(command.id)
        kind, after = (protocol.Stale, command.after) if made is None else (protocol.Done, made - 1)
        events = self._shown[after : after + EVENTS_A_MESSAGE]
        version = after + len(events)
        return kind(command.id, after, version, self.now, events, self.legal if version == self.head else UNSET)

    @property
    def legal(self) -> Raw:
        """The legal moves as JSON, worked out once a version."""
        if self._legal[0] != self.head:
            self._legal = (self.head, Raw(protocol.encode(self._moves())))
        return self._legal[1]

    def _moves(self) -> tuple[str, ...]:
        """The legal moves that the race allows as well."""
        legal, off = self.state.game.legal(), self.race.off
        return tuple(move for move in legal if move not in off) if off else legal

    def hints(self) -> str:
        """What the player might do now, from what the player sees."""
        found = hints(self.state.game)
        return protocol.say(
            protocol.Hints(
                self.head,
                [
                    protocol.Hint(hint.move, hint.reason, None if hint.card is None else NAMES[hint.card])
                    for hint in found
                ],
            )
        )

    def news(self, after: int, role: str) -> list[str]:
        """What brings somebody up to date who has version `after`: the events since, and at the end the open cards."""
        starts = range(after, max(self.head, after + 1), EVENTS_A_MESSAGE)  # at least one message: it may be asked for
        return [*(protocol.say(self._events(start, role)) for start in starts), *self.ending(role)]

    def _events(self, after: int, role: str) -> protocol.Events:
        events = self._shown[after : after + EVENTS_A_MESSAGE]
        version = after + len(events)
        legal = self.legal if role == PLAYER and version == self.head else UNSET
        return protocol.Events(after, version, self.now, events, legal)

    def ending(self, role: str) -> list[str]:
        """The game as it ended, once it is over, with all cards open where they may be; until then nothing."""
        return [self.snapshot(role)] if self.over else []

    def snapshot(self, role: str) -> str:
        """The whole game as it stands, as somebody in that role may see it."""
        state, game, sight = self.state, self.state.game, self.sight
        legal = self._moves() if role == PLAYER else ()
        return protocol.say(
            protocol.Table(
                game=show_game(state, self.owner, sight),
                role=role,
                view=sight.view,
                v=self.head,
                now=self.now,
                at=state.last_at - state.dealt_at,
                position=show_position(game, sight.view),
                legal=self.legal if role == PLAYER else NO_MOVES,
                over=game.over,
                stuck=game.stuck,
                undo="u" in legal,
                redo="y" in legal,
            )
        )


class Kept(NamedTuple):
    """How much is held in memory that nobody may be sitting at any more: tables, and the events of their games."""

    tables: int
    events: int


class Tables:
    """The tables somebody sits at, and of the others those used last, within `LIVE`'s tables_kept and events_kept."""

    def __init__(self) -> None:
        self._all: WeakValueDictionary[str, Table] = WeakValueDictionary()  # a socket keeps its table alive
        self._last_used: OrderedDict[str, tuple[Table, int]] = OrderedDict()  # with its events, when it was used
        self._events = 0
        self._racing: dict[str, WeakSet[Table]] = {}  # the tables of races and days not yet settled

    def get(self, game_id: str) -> Table | None:
        """The table of a game, where it is in memory."""
        return self._all.get(game_id)

    def keep(self, table: Table) -> None:
        """Hold on to a table that has just been used, and let go of those used longest ago."""
        game_id = table.state.id
        self._all[game_id] = table
        if table.state.part.key:
            self._sort(table)
        _, counted = self._last_used.pop(game_id, (table, 0))
        self._last_used[game_id] = table, table.head
        self._events += table.head - counted
        while len(self._last_used) > settings.LIVE["tables_kept"] or self._events > settings.LIVE["events_kept"]:
            _, (_, counted) = self._last_used.popitem(last=False)
            self._events -= counted

    def kept(self) -> Kept:
        """How much is held at the moment."""
        return Kept(len(self._last_used), self._events)

    def of_race(self, race_id: str) -> list[Table]:
        """The tables in memory of a race, or a day, that has not settled, as far as is known here."""
        return list(self._racing.get(race_id, ()))

    def races(self) -> list[str]:
        """The races and days that have such tables."""
        self._racing = {race_id: held for race_id, held in self._racing.items() if held}
        return list(self._racing)

    def _sort(self, table: Table) -> None:
        race_id = table.state.part.key
        if not table.race.settled:
            self._racing.setdefault(race_id, WeakSet()).add(table)
        elif race_id in self._racing:
            self._racing[race_id].discard(table)


tables = Tables()
"""This process's own."""
