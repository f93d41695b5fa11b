"""A command and its comment -> what is asked for; one case a verb."""

from __future__ import annotations

from bot.domain.facts import Comment
from bot.domain.questionnaire import AnswerSource, Question
from bot.intents import replies
from bot.intents.commands import Command
from bot.intents.model import (
    Answered,
    ApprovalGiven,
    CancelWanted,
    HandWanted,
    HelpWanted,
    Intent,
    PlanRejected,
    PlanWanted,
    ReplanWanted,
    RestoreWanted,
    ResumeWanted,
    TaskSpoken,
    WaiveWanted,
)


def intent_of(  # noqa: C901 - one case a verb
    command: Command, key: str, comment: Comment, still_open: tuple[Question, ...]
) -> Intent:
    """What a command asks for; `still_open` are the questions that an answer without a number may mean."""
    base = (key, comment.created_at, comment.author, comment.id)
    match command.verb:
        case "" | "force":
            return PlanWanted(*base, force=command.verb == "force")
        case "answer":
            picked = replies.arguments(command.rest, still_open)
            return Answered(
                *base, picks=picked, how=AnswerSource.COMMAND, body_digest=replies.checksum(comment)
            )
        case "approve":
            return ApprovalGiven(*base, digest=command.rest.lower())
        case "reject":
            return PlanRejected(*base, reason=command.rest)
        case "replan":
            return ReplanWanted(*base, reason=command.rest)
        case "cancel" | "resume":
            return (CancelWanted if command.verb == "cancel" else ResumeWanted)(*base)
        case "restore":
            return RestoreWanted(*base)
        case "waive":
            requirement, _, reason = command.rest.partition(" ")
            return WaiveWanted(*base, requirement=requirement.upper(), reason=reason.strip())
        case "start" | "done":
            return TaskSpoken(*base, task=command.task, done=command.verb == "done")
        case "hand":
            return HandWanted(*base, task=command.task)
        case "help" | "show":
            return HelpWanted(*base, show=command.verb == "show")
        case _:
            return HelpWanted(*base, unknown=command.verb, suggestion=command.suggestion)
