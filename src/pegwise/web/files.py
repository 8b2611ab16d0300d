"""Serves the files of the page: packed, compressed as the browser accepts it, once for each version."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from pegwise.web.minified_files import CODINGS, packed_now

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send


class PageFiles:
    """ASGI application that answers with the files of a folder; ``index.html`` is at ``/``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file; what is not there, or asked in another way, is an error of HTTP."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED)
        root = scope.get("root_path", "")
        wanted = scope["path"].removeprefix(root)
        path = self._path(wanted)
        asked = Headers(scope=scope)
        if path is None:
            if "text/html" not in asked.get("accept", "") or wanted.startswith("/api/"):
                raise HTTPException(HTTPStatus.NOT_FOUND)
            # A person: the page says that there is none, and where one can go.
            await RedirectResponse(f"{root}/#{wanted}", HTTPStatus.SEE_OTHER)(scope, receive, send)
            return
        # The first time it takes some milliseconds, in which the server goes on with other requests.
        file = await to_thread.run_sync(packed_now, path, coding_for(asked.get("accept-encoding", "")))
        # A newer version is seen at once: the browser asks each time whether what it has is the newest.
        headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "Accept-Encoding"}
        if file.coding is not None:
            headers["content-encoding"] = file.coding
        known = (each.strip().removeprefix("W/") for each in asked.get("if-none-match", "").split(","))
        if any(each in (file.tag, "*") for each in known):
            response = Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        else:
            response = Response(file.body, headers={**headers, "content-type": file.kind})
        await response(scope, receive, send)

    def _path(self, asked: str) -> Path | None:
        """The file at a path of the page; None if there is none."""
        try:
            path = (self.folder / (asked.lstrip("/") or "index.html")).resolve()
            return path if path.is_relative_to(self.folder) and path.is_file() else None
        except (OSError, ValueError):  # a name too long, a null byte
            return None


def coding_for(accepted: str) -> str | None:
    """Choose how to compress for a client that accepts this; None if it accepts nothing that is here.

    >>> coding_for("gzip, deflate"), coding_for("gzip;q=0"), coding_for("")
    ('gzip', None, None)
    """
    weights = {}
    for word in accepted.lower().split(","):
        name, _, weight = word.partition(";")
        weights[name.strip()] = weight.strip().removeprefix("q=").strip("0. ") != "" or not weight
    return next((coding for coding in CODINGS if weights.get(coding, weights.get("*", False))), None)
