/** What the docstrings do not say and should. */

/**
 * Every exported name has a docstring. That of a function says what each parameter is, what comes
 * back, whether it throws, and shows a use.
 *
 * @param {ReturnType<typeof import('./read.mjs').readEntries>} entries
 * @returns {string[]} one line a gap; empty where nothing is missing
 */
export function gapsOf(entries) {
  return entries.flatMap((entry) =>
    entry.exports.flatMap((one) => gapsIn(one).map((gap) => `${entry.name} ${one.name}: ${gap}`)),
  )
}

function gapsIn(one) {
  const gaps = one.text === '' ? ['no docstring'] : []
  if (one.kind !== 'function') return gaps
  const saysThrows = one.throws.length > 0 || /\bthrows?\b/i.test(one.text)
  return [
    ...gaps,
    ...parameterGaps(one),
    ...(one.returns === '' && !one.givesNothing ? ['no @returns'] : []),
    ...(saysThrows ? [] : ['does not say whether it throws']),
    ...(one.examples.length > 0 ? [] : ['no @example']),
  ]
}

/** A parameter that is taken apart in the code is documented under any name, at its place. */
function parameterGaps({ signature, parameters }) {
  const documented = parameters.filter(({ name }) => !name.includes('.'))
  return signature.flatMap((name, at) => {
    const { name: given, text } = documented[at] ?? { name: '', text: '' }
    if (given === '' || (name !== '' && given !== name)) return [`no @param ${name}`.trimEnd()]
    return text === '' ? [`@param ${given} says nothing`] : []
  })
}
