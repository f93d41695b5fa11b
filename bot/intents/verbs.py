"""A command and its comment -> what is asked for; one case a verb."""

from __future__ import annotations

from bot.domain.authority import Privilege
from bot.domain.facts import Comment
from bot.domain.questionnaire import AnswerSource, Question
from bot.intents import model as asks
from bot.intents import replies
from bot.intents.commands import Command


def intent_of(  # noqa: C901 - one case a verb
    command: Command, key: str, comment: Comment, still_open: tuple[Question, ...]
) -> asks.Intent:
    """What a command asks for; `still_open` are the questions that an answer without a number may mean."""
    base = (key, comment.created_at, comment.author, comment.id)
    match command.verb:
        case "" | "force":
            return asks.PlanWanted(*base, force=command.verb == "force")
        case "answer":
            picked = replies.arguments(command.rest, still_open)
            return asks.Answered(
                *base, picks=picked, how=AnswerSource.COMMAND, body_digest=replies.checksum(comment)
            )
        case "approve":
            return asks.ApprovalGiven(*base, digest=command.rest.lower())
        case "reject":
            return asks.PlanRejected(*base, reason=command.rest)
        case "replan":
            return asks.PlanWanted(*base, deed=Privilege.REPLAN, reason=command.rest)
        case "cancel":
            return asks.CancelWanted(*base)
        case "resume":
            return asks.PlanWanted(*base, deed=Privilege.RESUME)
        case "restore":
            return asks.RestoreWanted(*base)
        case "waive":
            requirement, _, reason = command.rest.partition(" ")
            return asks.WaiveWanted(*base, requirement=requirement.upper(), reason=reason.strip())
        case "start" | "done":
            return asks.TaskSpoken(*base, task=command.task, done=command.verb == "done")
        case "hand":
            return asks.HandWanted(*base, task=command.task)
        case "help" | "show":
            return asks.HelpWanted(*base, show=command.verb == "show")
        case _:
            return asks.HelpWanted(*base, unknown=command.verb, suggestion=command.suggestion)
