"""Appending to the log: one writer thread a process, and one transaction for all that wait at the same moment.

A single append never waits for company: the writer takes whatever is there, and whatever comes while it is at work
is the next batch. Only from an event loop do appends come a round of it at a time, since a crowd that is answered at
once appends again at once. Answers are given after the commit, never before.
"""

import asyncio
import atexit
import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

from django.db import Error, IntegrityError, InterfaceError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from solitaire.clock import clock
from solitaire.log import milestones, store
from solitaire.log.backend import Backend, backend_of
from solitaire.log.event import (
    BEFORE_THE_FIRST,
    Append,
    Command,
    Event,
    Found,
    Head,
    Milestone,
    NewEvent,
    Row,
    check_append,
    event_of,
    rows_of,
    written_data,
)
from solitaire.log.store import Conflict, TooLate
from solitaire.tally import writing

QUEUE = 4096
"""Appends that may wait at most; a process with more has lost its database or its senses."""

HEADS_KNOWN = 10_000
"""So many streams' heads the writer remembers at most."""

log = logging.getLogger(__name__)


class Unavailable(Exception):
    """The append was not answered by the log: too many wait, the writer has stopped, or the database failed.

    Where the database failed during the commit, the events may be in the log all the same; the same command sent
    again has its effect once.
    """


Outcome = tuple[Event, ...] | Exception
"""What comes of an append."""
Tell = Callable[[Outcome], None]
Ear = Callable[[Sequence[Outcome]], None]
"""Called on the writer's thread with what came of a batch, once all have been answered; it must not fail."""


class _Waiting(NamedTuple):
    """An append in the queue, and who is told what has come of it: on an event loop, or on the writer's thread."""

    append: Append
    texts: tuple[str, ...]
    tell: Tell
    loop: asyncio.AbstractEventLoop | None


class Writer:
    """A thread that appends to the log on a database connection of its own.

    Three things can come of an append: its events as they stand in the log (for a repeated command those of the first
    time), `store.Conflict` or `store.TooLate`, or another error. `ValueError` is raised at once for an append that the
    log would never take; what a milestone's listener raises comes out as it is; `Unavailable` says that the log could
    not be asked.
    """

    def __init__(self) -> None:
        self._inbox: deque[_Waiting] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._about_to_ring: set[asyncio.AbstractEventLoop] = set()
        self._heads: dict[str, Head] = {}  # as the last commits have left them, for as long as all goes well
        self._gate = Lock()
        self._stopped = False
        self._thread = Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> "Future[tuple[Event, ...]]":
        """Append from any thread; the future is resolved after the commit."""
        future: Future[tuple[Event, ...]] = Future()
        self._enqueue(append, partial(_resolve_for_thread, future), None)
        self._bell.put(None)
        return future

    async def append(self, append: Append) -> tuple[Event, ...]:
        """Append from an event loop, and wait for the commit. Whoever is cancelled meanwhile may have appended."""
        future: asyncio.Future[tuple[Event, ...]] = asyncio.get_running_loop().create_future()
        self.append_then(append, partial(_resolve_for_task, future))
        return await future

    def append_then(self, append: Append, tell: Tell) -> None:
        """Append from an event loop, and call `tell` there after the commit; never before this returns."""
        loop = asyncio.get_running_loop()
        self._enqueue(append, tell, loop)
        if loop not in self._about_to_ring:
            self._about_to_ring.add(loop)
            loop.call_soon(self._ring, loop)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wake the thread for all that the loop had to append in this round: a crowd comes at once, not one by one."""
        self._about_to_ring.discard(loop)
        self._bell.put(None)

    def stop(self) -> None:
        """Take no more, append all that wait, and end the thread."""
        with self._gate:
            if not self._stopped:
                self._stopped = True
                self._bell.put(None)
        self._thread.join()

    def _enqueue(self, append: Append, tell: Tell, loop: asyncio.AbstractEventLoop | None) -> None:
        check_append(append)
        waiting = _Waiting(append, written_data(append), tell, loop)
        with self._gate:
            if self._stopped:
                raise Unavailable("the log's writer has stopped")
            if len(self._inbox) >= QUEUE:
                raise Unavailable(f"{QUEUE} appends are waiting already")
            self._inbox.append(waiting)

    def _run(self) -> None:
        connection = _own_connection()
        try:
            while not self._stopped or self._inbox:
                self._bell.get()
                if batch := self._arrived():
                    writing.begin()
                    outcomes = self._commit(connection, batch)
                    _answer(batch, outcomes)
                    writing.end(len(batch))
                    for ear in _ears:
                        ear(outcomes)
        finally:
            connection.close()

    @property
    def waiting(self) -> int:
        """How many appends wait for the next batch."""
        return len(self._inbox)

    def _arrived(self) -> list[_Waiting]:
        """All that wait at this moment."""
        inbox = self._inbox
        return [inbox.popleft() for _ in range(len(inbox))]

    def _commit(self, connection: BaseDatabaseWrapper, batch: list[_Waiting]) -> list[Outcome]:
        """One transaction for all; where anything goes wrong in it, another in which each append fails alone.

        Whoever comes while the batch is being written joins it, once. Nobody is waited for; but without this, a crowd
        that answers at once would be split in two halves for ever, each waiting for the other's commit.
        """
        if len(self._heads) > HEADS_KNOWN:
            self._heads.clear()
        try:
            try:
                with _transaction(connection):
                    outcomes = _write(connection, batch, self._heads)
                    if late := self._arrived():
                        batch += late
                        outcomes += _write(connection, late, self._heads)
                    return outcomes
            except Exception as error:  # whose it is shows when they are taken one by one
                log.debug("a batch of %d is done again one by one: %s", len(batch), error)
            self._heads.clear()
            return _one_by_one(connection, batch)
        except Exception as error:
            log.exception("the log could not be written")
            return [_unavailable(error) for _ in batch]


def _own_connection() -> BaseDatabaseWrapper:
    """This thread's default connection: kept for as long as the writer lives, outside any pool.

    Its transactions are begun and ended by the writer itself; Django's `atomic` makes savepoints in them.
    """
    settings = connections.settings["default"]
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    settings = {**settings, "OPTIONS": options, "AUTOCOMMIT": False}
    connection: BaseDatabaseWrapper = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")
    connections["default"] = connection
    return connection


@contextmanager
def _transaction(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Commit what is done inside, or undo it; a connection that cannot even do that is given up for a new one."""
    try:
        connection.ensure_connection()
        with connection.wrap_database_errors:
            backend_of(connection).begin(connection.connection)
        yield
        connection.commit()
    except Exception:
        try:
            connection.rollback()
        except Error:
            connection.close()
        raise
    try:
        connection.run_and_clear_commit_hooks()
    except Exception:  # the events are in: whatever this is, it is no failure of theirs
        log.exception("after a commit")


def _one_by_one(connection: BaseDatabaseWrapper, batch: Sequence[_Waiting]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with _transaction(connection):
        # All locks at once and in order, as if it were one batch: two processes then never wait for each other.
        backend_of(connection).look_up(connection.connection, _commands(batch))
        for waiting in batch:
            try:
                with transaction.atomic():
                    outcomes += _write(connection, [waiting], {})
            except Exception as error:
                # SQLite ends a whole transaction by itself when, say, the disk is full: then nothing may follow.
                if connection.needs_rollback:
                    raise
                outcomes.append(_unavailable(error) if isinstance(error, OperationalError | InterfaceError) else error)
    return outcomes


def _unavailable(error: Exception) -> Unavailable:
    unavailable = Unavailable(f"the log could not be written: {error}")
    unavailable.__cause__ = error
    return unavailable


def _write(connection: BaseDatabaseWrapper, batch: Sequence[_Waiting], heads: dict[str, Head]) -> list[Outcome]:
    """Put the events of `batch` into the log and call who listens; raises where that fails for any of them.

    `heads` are those the writer knows; where others have moved one since, the database refuses what would follow it.
    """
    backend, raw = backend_of(connection), connection.connection
    judged = _Judged(heads if backend.REFUSES_WHAT_DOES_NOT_FOLLOW else {})
    try:
        with connection.wrap_database_errors:
            judged.judge(backend, raw, batch)
            if judged.rows:
                backend.insert(raw, judged.rows)
                backend.move(raw, judged.moved.values())
    except IntegrityError as error:
        raise Unavailable(f"the database refused events that follow their stream's head: {error}") from error
    heads.update(judged.moved)
    for milestone, events in judged.milestones:
        with transaction.atomic():
            milestones.announce(milestone, events)
    return judged.outcomes


def _commands(batch: Sequence[_Waiting]) -> list[Command]:
    return [(waiting.append.stream, waiting.append.command) for waiting in batch]


NOTHING_FOUND = Found({}, set())


class _Judged:
    """What is to become of a batch: an outcome each, and what has to be written for that."""

    def __init__(self, known: Mapping[str, Head]) -> None:
        self._known = known
        self.outcomes: list[Outcome] = []
        self.rows: list[Row] = []
        self.moved: dict[str, Head] = {}
        self.milestones: list[tuple[Milestone, tuple[Event, ...]]] = []
        self._first: dict[tuple[str, str], tuple[Event, ...]] = {}

    def judge(self, backend: Backend, raw: Any, batch: Sequence[_Waiting]) -> None:
        """Judge each append as if those before it in the batch were in the log already."""
        found = NOTHING_FOUND
        if unsure := [waiting for waiting in batch if not self._follows_what_is_known(waiting.append)]:
            found = backend.look_up(raw, _commands(unsure))
            for command in found.commands:
                self._first[command] = store.first_outcome(*command)
        at = now()
        for waiting in batch:
            stream = waiting.append.stream
            head = self.moved.get(stream) or found.heads.get(stream) or self._known.get(stream)
            self.outcomes.append(self._outcome(waiting, head or Head(stream, 0, BEFORE_THE_FIRST, 0), at))

    def _follows_what_is_known(self, append: Append) -> bool:
        """Whether its insert will show that it follows the head, and that its command is new, without looking."""
        head = self._known.get(append.stream)
        return head is not None and head.version == append.after and bool(append.events)

    def _outcome(self, waiting: _Waiting, head: Head, at: int) -> Outcome:
        append = waiting.append
        if append.command is not None and (append.stream, append.command) in self._first:
            return self._first[append.stream, append.command]
        if append.after != head.version:
            return Conflict(append.stream, head.version)
        if append.before is not None and max(at, head.at) >= append.before:
            return TooLate(append.stream)
        rows = rows_of(append, waiting.texts, head, at)
        events = tuple(map(event_of, rows))
        if rows:
            last = rows[-1]
            self.rows += rows
            self.moved[append.stream] = Head(append.stream, last.version, last.digest, last.at)
        if append.command is not None:
            self._first[append.stream, append.command] = events
        if append.milestone is not None:
            self.milestones.append((append.milestone, events))
        return events


def now() -> int:
    """The time in milliseconds since 1970 (UTC)."""
    return clock.now_ms()


def _answer(batch: Sequence[_Waiting], outcomes: Sequence[Outcome]) -> None:
    """Tell everybody of a batch: those of threads here, those of an event loop by one call into it."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Tell, Outcome]]] = {}
    for waiting, outcome in zip(batch, outcomes, strict=True):
        if waiting.loop is None:
            waiting.tell(outcome)
        else:
            by_loop.setdefault(waiting.loop, []).append((waiting.tell, outcome))
    for loop, answers in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_tell_all, answers)


def _tell_all(answers: Sequence[tuple[Tell, Outcome]]) -> None:
    for tell, outcome in answers:
        try:
            tell(outcome)
        except Exception:  # the others are to be told all the same
            log.exception("what came of an append was not taken")


def _resolve_for_thread(future: "Future[tuple[Event, ...]]", outcome: Outcome) -> None:
    if future.set_running_or_notify_cancel():
        _resolve(future, outcome)


def _resolve_for_task(future: "asyncio.Future[tuple[Event, ...]]", outcome: Outcome) -> None:
    if not future.done():
        _resolve(future, outcome)


def _resolve(future: "Future[tuple[Event, ...]] | asyncio.Future[tuple[Event, ...]]", outcome: Outcome) -> None:
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


_ears: list[Ear] = []


def hear(ear: Ear) -> None:
    """Call `ear` after every batch from now on; asking twice is asking once."""
    if ear not in _ears:
        _ears.append(ear)


class _Process:
    """The writer of this process."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Be as new: a child of this process has no writer thread, and may have got a lock that is held for ever."""
        self.lock = Lock()
        self.writer: Writer | None = None


_process = _Process()
os.register_at_fork(after_in_child=_process.forget)


def current() -> Writer:
    """The writer of this process, started at the first call."""
    with _process.lock:
        if _process.writer is None:
            _process.writer = Writer()
        return _process.writer


def append_at_end(stream: str, event: NewEvent, who: str | None, command: str | None, milestone: Milestone) -> None:
    """Append an event to a stream, whatever else is written there meanwhile; a `command` has its effect once.

    Raises what the listeners to the milestone raise.
    """
    while True:
        head = store.head(stream)
        append = Append(stream, head.version if head else 0, (event,), who, command, milestone)
        try:
            current().submit(append).result()
        except Conflict:
            continue
        return


def waiting() -> int:
    """How many appends wait for the next batch of this process."""
    started = _process.writer
    return started.waiting if started else 0


def stop() -> None:
    """Stop the writer of this process, where there is one; the next call of `current` starts another."""
    with _process.lock:
        if _process.writer is not None:
            _process.writer.stop()
            _process.writer = None


atexit.register(stop)
