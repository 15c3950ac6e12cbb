/** A declaration as its user sees it: as written, without bodies, values that matter to nobody, or `export`. */
import ts from 'typescript'

/** @param {(symbol: ts.Symbol) => boolean} isPublic whether the page has the symbol */
export function declarationText(checker, declaration, name, isPublic) {
  if (ts.isFunctionDeclaration(declaration)) return functionText(checker, declaration, name)
  if (ts.isClassDeclaration(declaration)) return classText(declaration)
  if (ts.isVariableDeclaration(declaration)) return constantText(declaration, name)
  if (ts.isTypeAliasDeclaration(declaration)) return aliasText(checker, declaration, isPublic)
  return withoutExport(declaration.getText())
}

function functionText(checker, declaration, name) {
  const { type, body } = declaration
  const from = declaration.name.getEnd()
  const end = type ? type.getEnd() : closingParenthesis(declaration)
  const written = declaration.getSourceFile().text.slice(from, end)
  const given = checker.getSignatureFromDeclaration(declaration).getReturnType()
  const inferred = body && !type ? `: ${checker.typeToString(given)}` : ''
  return `function ${name}${written}${inferred}`
}

function closingParenthesis(declaration) {
  return declaration
    .getChildren()
    .find(({ kind }) => kind === ts.SyntaxKind.CloseParenToken)
    .getEnd()
}

/** Public members only, each with its own docstring. */
function classText(declaration) {
  const { text } = declaration.getSourceFile()
  const head = text.slice(declaration.name.getStart(), declaration.members.pos).trim()
  const members = declaration.members.filter(isOpen).map(memberText)
  return `class ${head}\n${members.map((member) => `  ${member}`).join('\n')}\n}`
}

function isOpen(member) {
  const closed = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  const isPrivate = ts.getCombinedModifierFlags(member) & closed
  return !isPrivate && !(member.name && ts.isPrivateIdentifier(member.name))
}

function memberText(member) {
  const { text } = member.getSourceFile()
  const [docstring] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc)
  const from = docstring ? docstring.getStart() : member.getStart()
  const to = member.body ? member.body.getStart() : member.getEnd()
  return text
    .slice(from, to)
    .replace(/\b(?:override|async) /g, '')
    .trim()
}

/** The value stands for itself unless a type was written. */
function constantText(declaration, name) {
  const { type } = declaration
  const { text } = declaration.getSourceFile()
  const end = type ? type.getEnd() : declaration.getEnd()
  return `const ${name}${text.slice(declaration.name.getEnd(), end)}`
}

/** As written, but for `(typeof list)[number]` of a list that nobody outside can look up. */
function aliasText(checker, declaration, isPublic) {
  let hidden = false
  const visit = (node) => {
    if (ts.isTypeQueryNode(node)) hidden ||= !isPublic(checker.getSymbolAtLocation(node.exprName))
    ts.forEachChild(node, visit)
  }
  visit(declaration.type)
  if (!hidden) return withoutExport(declaration.getText())
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias
  const type = checker.getTypeAtLocation(declaration)
  const spelled = checker.typeToString(type, declaration, flags).replaceAll('"', "'")
  return `type ${declaration.name.text} = ${spelled}`
}

function withoutExport(text) {
  return text.replace(/^export /, '')
}
