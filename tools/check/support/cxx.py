"""What the measures need to know of C and C++: text without comments, classes with their members,
the functions with their lengths, and statements. No compiler is asked: the code is laid out by
clang-format, so braces, parentheses and semicolons tell enough. Macros count as what they look
like."""

import re

COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>\w*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|'
    r"(?<![\w'])'(?:\\.|[^'\\\n])+'",
    re.S,
)
CLASS = re.compile(
    r"\b(?:class|struct|union)\s+"
    r"(?:\[\[\w+\]\]\s*|__attribute__\(\(.*?\)\)\s*|alignas\([^)]*\)\s*)*"
    r"(\w+)(?:\s+final)?\s*(?::[^;{}()]*)?\{"
)
SCOPE_WORD = re.compile(
    r"\s*(?:inline\s+)?(?:typedef\s+)?(?:namespace|struct|class|union|extern\b)"
)
ENUM = re.compile(r"\s*(?:typedef\s+)?enum\b")


def bare(text):
    """The same lines without comments, literals and preprocessor directives."""

    def blank(found):
        piece = found[0]
        return '""' if piece[0] in "\"'R" and "\n" not in piece else "\n" * piece.count("\n")

    text = COMMENT_OR_LITERAL.sub(blank, text)
    return re.sub(
        r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m[0].count("\n"), text, flags=re.M
    )


def closing(text, at):
    """The index of the brace that closes the one at `at`."""
    depth = 0
    for index in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text) - 1


def members(body):
    """How many members the body of a class declares, functions and data; types inside it are
    apart."""
    count, start, index, depth = 0, 0, 0, 0
    while index < len(body):
        letter = body[index]
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
        elif letter == "{" and depth == 0:
            end = closing(body, index)
            head = body[start:index]
            index = end
            if re.search(r"\)\s*(?:const|noexcept|override|final|->.*|:.*|\s)*$", head, re.S):
                count, start = count + 1, end + 1  # a function with its body
            elif SCOPE_WORD.match(head) or ENUM.match(head):
                body = body[:start] + " " * (end + 1 - start) + body[end + 1 :]
                rest = body[end + 1 :].partition(";")[0]
                count += bool(rest.strip())  # struct { ... } name;
                start = index = end + 1 + len(rest)
        elif letter == ";" and depth == 0:
            head = re.sub(r"\b(?:public|private|protected):(?!:)", "", body[start:index]).strip()
            if head and not re.match(
                r"(?:using|friend|static_assert|typedef|template\s*<[^;]*>\s*friend)\b", head
            ):
                count += 1 if "(" in head else 1 + len(top_level_commas(head))
            start = index + 1
        index += 1
    return count


def classes(text):
    """(name, members) of every class in bare text."""
    for found in CLASS.finditer(text):
        open_brace = found.end() - 1
        yield found[1], members(text[open_brace + 1 : closing(text, open_brace)])


def member_definitions(text):
    """Names of classes of which bare text defines a member function outside the class."""
    return set(re.findall(r"^(?!\s)(?:[\w:<>*&,\[\] ]+[ *&])?(?:\w+::)*(\w+)::~?\w+\(", text, re.M))


FUNCTION = re.compile(
    r"^(\s{0,4})(?!namespace|extern|struct|class|enum|union|typedef|"
    r"if|for|while|switch|else|do|return|case|default)"
    r"[A-Za-z_~].*\)\s*(const|override|noexcept|->.*)?\s*(:.*)?\{$"
)


def functions(lines):
    """(name, number of lines) of functions, by indentation."""
    at = 0
    while at < len(lines):
        head = FUNCTION.match(lines[at])
        if head:
            close = head[1] + "}"
            end = next(
                (i for i in range(at + 1, len(lines)) if lines[i].rstrip(";)") == close), None
            )
            if end:
                name = re.search(r"([~\w:]+)\s*\(", lines[at])
                yield name[1] if name else "?", end - at + 1
                if not head[1]:
                    at = end
        at += 1


def without_inner(text):
    """A statement without what stands in brackets and template arguments."""
    before = None
    while before != text:
        before = text
        text = re.sub(r"\([^(){}\[\]]*\)|\[[^(){}\[\]]*\]|\{[^(){}\[\]]*\}", "", text)
    while before is not None:
        before = text
        text = re.sub(r"(?<=[\w>])\s*<[^<>=&|;]*>", "", text)
        if before == text:
            return text
    return text


def top_level_commas(text):
    return re.findall(",", without_inner(text))


LAMBDA = re.compile(r"(?:^|[(,=]|\breturn)\s*\[[^\[\]]*\]$")


def is_block(head):
    """Whether a brace behind `head` opens a block and no initialiser. A brace at the beginning of a
    statement does."""
    head = head.rstrip()
    if not head or LAMBDA.search(head):
        return True
    if ENUM.match(head):
        return False
    if SCOPE_WORD.match(head) and not re.search(r"[=(,]\s*$", head):
        return "=" not in head
    return bool(
        re.search(r"(?:\)|\belse|\bdo|\btry|\bconst|\bnoexcept|\boverride|\bmutable|:|\))$", head)
    ) or bool(re.search(r"\)\s*(?:->\s*[\w:<>*& ]+|:\s*\w.*)$", head, re.S))


def statements(text):
    """Statements of bare text, without those that are blocks; the head of a `for` is none."""
    stack, start, depth, index = [], 0, 0, 0
    while index < len(text):
        letter = text[index]
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "{":
            head = text[start:index]
            if depth == 0 and is_block(head):
                stack.append(0)
                start = index + 1
            elif depth > 0 and is_block(head):  # a lambda among arguments
                stack.append((start, depth))
                start, depth = index + 1, 0
            else:
                index = closing(text, index)
        elif letter == "}" and stack:
            outer = stack.pop()
            if outer:
                start, depth = index + 1, outer[1]
            else:
                start = index + 1
        elif letter == ";" and depth == 0:
            yield text[start:index].strip()
            start = index + 1
        elif (
            letter == ":"
            and depth == 0
            and re.match(
                r"\s*(?:case\b.*|default|public|private|protected|\w+)\s*$", text[start:index], re.S
            )
            and text[index + 1 : index + 2] != ":"
            and text[index - 1] != ":"
            and "?" not in text[start:index]
        ):
            start = index + 1
        index += 1


DECLARATION = re.compile(
    r"(?:(?:static|const|constexpr|extern|volatile|register|thread_local|__thread|inline|unsigned|"
    r"signed|long|short|shared|auto|struct|enum|union|typename|mutable)\b\s*)*"
    r"(?:[\w:]+\s*(?:[*&]|\bconst\b|\s)+)\w+\s*(?:$|[=,])"
)
NO_DECLARATION = re.compile(
    r"(?:return|throw|goto|delete|using|typedef|template|friend|case|else|if|for|while|switch|do|"
    r"static_assert|break|continue|co_return|new)\b"
)
HEADS = re.compile(
    r"(?:(?:if|while|for|switch|upc_forall)\s*(?:constexpr\s*)?"
    r"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)\s*|else\s+|do\s+)+"
)


def several_in_one(text):
    """(declarations with several declarators, statements that are comma expressions) in bare
    text."""
    declarations = effects = 0
    for statement in statements(text):
        statement = HEADS.sub("", statement, count=1) if HEADS.match(statement) else statement
        flat = without_inner(statement)
        if "," not in flat or re.match(r"(?:template|using|typedef|friend|enum|operator)\b", flat):
            continue
        first = flat.partition(",")[0]
        if not NO_DECLARATION.match(flat) and DECLARATION.match(
            flat.partition("=")[0].partition(",")[0].strip() + " ="
        ):
            declarations += 1
        elif re.match(r"return\b", flat) or re.search(
            r"[^=!<>]=(?!=)|\+\+|--|^\s*[\w:.>-]+\s*$", first
        ):
            effects += 1
    return declarations, effects
