#!/usr/bin/env node
'use strict'
/**
 * Starts the command. Where a build left code caches beside its parts, they are compiled from
 * those, which halves what `skillet list` costs over bare Node. V8 compares a cache with its
 * source's length alone, so one that is older than its source is not used; nor is one of another
 * Node, platform or architecture. Then the parts are compiled from their text, as always.
 */
const { readFileSync, statSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const suffix = `${process.version}-${process.platform}-${process.arch}.cache`
const loaded = new Map()

function load(file) {
  const known = loaded.get(file)
  if (known !== undefined) return known.module.exports
  const filename = join(__dirname, file)
  // The build wraps each part in a function with the names that Node gives a module.
  const source = readFileSync(filename, 'latin1')
  const cachedData = readCache(`${filename}.${suffix}`, filename)
  const script = new Script(source, { filename, cachedData })
  const module = { exports: {} }
  loaded.set(file, { script, module })
  script
    .runInThisContext()
    .call(module.exports, module.exports, requirePart, module, filename, __dirname)
  return module.exports
}

function requirePart(id) {
  return id.startsWith('./') ? load(id.slice(2)) : require(id)
}

function readCache(cache, source) {
  try {
    return statSync(cache).mtimeMs < statSync(source).mtimeMs ? undefined : readFileSync(cache)
  } catch {
    return undefined
  }
}

if (require.main === module) load('command.cjs')
else {
  /** For the build: what ran, so that its caches can be written. */
  module.exports = { load, loaded, suffix }
}
