/** Source files → what each package entry exports, with its declaration and its docstring. */
import { join } from 'node:path'
import ts from 'typescript'
import { declarationText } from './declaration.mjs'

/**
 * @typedef {object} Export One exported name, or a type that exported ones name.
 * @property {string} name as exported
 * @property {'function' | 'class' | 'constant' | 'type'} kind
 * @property {boolean} exported false: only other declarations name it
 * @property {string} code its declaration, without bodies
 * @property {string} text what the docstring says before its first tag
 * @property {readonly { name: string, text: string }[]} parameters as documented
 * @property {readonly string[]} signature names of the parameters in the code; `""` where taken apart
 * @property {string} returns
 * @property {boolean} givesNothing whether a function's type is `void` or a promise of it
 * @property {readonly string[]} throws
 * @property {readonly string[]} examples
 * @property {readonly ts.Symbol[]} names what the declaration names of ours
 * @property {ts.Symbol} symbol
 */

/**
 * Reads the entries of all packages as one program, so that a name is the same thing in each.
 * @param {string} root absolute folder of the workspace
 * @param {readonly { name: string, source: string, page: string }[]} entries
 */
export function readEntries(root, entries) {
  const program = ts.createProgram({
    rootNames: entries.map(({ source }) => join(root, source)),
    options: optionsOf(root),
  })
  const checker = program.getTypeChecker()
  const doors = entries.map((entry) => {
    const file = program.getSourceFile(join(root, entry.source))
    const exported = checker
      .getExportsOfModule(checker.getSymbolAtLocation(file))
      .map((symbol) => ({ name: symbol.name, symbol: original(checker, symbol) }))
    return { entry, exported }
  })
  const known = new Set(doors.flatMap(({ exported }) => exported.map(({ symbol }) => symbol)))
  return doors.map(({ entry, exported }) => ({
    ...entry,
    exports: withNamedTypes(checker, root, exported, known),
  }))
}

/** @param {string} root */
export function optionsOf(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  return ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root).options
}

/** The exports, and then every type that their declarations name and no entry exports. */
function withNamedTypes(checker, root, exported, known) {
  const found = new Map(exported.map(({ name, symbol }) => [symbol, { name, exported: true }]))
  const described = []
  // The map grows while it is walked: what is added is described in its turn.
  for (const [symbol, { name, exported: isExported }] of found) {
    const one = describe(checker, root, { name, symbol, exported: isExported, found })
    described.push(one)
    for (const named of one.names) {
      if (found.has(named) || known.has(named)) continue
      found.set(named, { name: named.name, exported: false })
    }
  }
  return described
}

/** @returns {Export} */
function describe(checker, root, { name, symbol, exported, found }) {
  const declaration = symbol.declarations[0]
  const tags = symbol.getJsDocTags(checker)
  const textsOf = (wanted) =>
    tags.filter((tag) => tag.name === wanted).map((tag) => ts.displayPartsToString(tag.text).trim())
  const isPublic = (other) => found.get(other)?.exported === true
  return {
    name,
    kind: kindOf(declaration),
    exported,
    code: declarationText(checker, declaration, name, isPublic),
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
    parameters: tags.filter((tag) => tag.name === 'param').map(parameter),
    signature: signatureOf(declaration),
    returns: textsOf('returns')[0] ?? '',
    givesNothing: givesNothing(checker, declaration),
    throws: textsOf('throws'),
    examples: textsOf('example'),
    names: namedIn(checker, root, declaration),
    symbol,
  }
}

function kindOf(declaration) {
  if (ts.isFunctionDeclaration(declaration)) return 'function'
  if (ts.isClassDeclaration(declaration)) return 'class'
  if (ts.isVariableDeclaration(declaration)) return 'constant'
  return 'type'
}

function parameter({ text = [] }) {
  const name = text.find(({ kind }) => kind === 'parameterName')?.text ?? ''
  const all = ts.displayPartsToString(text).trim()
  return { name, text: all.slice(name.length).trim() }
}

function signatureOf(declaration) {
  if (!ts.isFunctionDeclaration(declaration)) return []
  return declaration.parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''))
}

function givesNothing(checker, declaration) {
  if (!ts.isFunctionDeclaration(declaration)) return true
  const type = checker.getSignatureFromDeclaration(declaration).getReturnType()
  return /^(?:void|Promise<void>)$/.test(checker.typeToString(type))
}

/** Everything of ours that a declaration names, but for what stands in a body or a value. */
function namedIn(checker, root, declaration) {
  const named = new Set()
  const visit = (node) => {
    if (ts.isBlock(node) || ts.isObjectLiteralExpression(node)) return
    if (ts.isPrivateIdentifier(node.name ?? node)) return
    if (ts.isIdentifier(node) && isTypeName(node)) add(checker.getSymbolAtLocation(node))
    ts.forEachChild(node, visit)
  }
  const add = (symbol) => {
    const target = symbol && original(checker, symbol)
    const place = target?.declarations?.[0]
    if (!place || target === declaration.symbol || ts.isTypeParameterDeclaration(place)) return
    if (place.getSourceFile().fileName.startsWith(join(root, 'packages'))) named.add(target)
  }
  visit(declaration)
  return [...named]
}

function isTypeName({ parent }) {
  return ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent)
}

function original(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
