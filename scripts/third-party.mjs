/** The licences of the packages whose code a build carries along, as one text to ship with it. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/

/** @param {string[]} files absolute paths of everything that went into the build */
export async function thirdPartyNotices(files) {
  const folders = new Set(
    files.toSorted(byCodeUnit).flatMap((file) => packageFolder.exec(file)?.[0] ?? []),
  )
  const notices = await Promise.all([...folders].map(noticeOf))
  return `Skillet contains these packages.\n\n${notices.join(`\n${'-'.repeat(72)}\n\n`)}`
}

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const file = (await readdir(folder)).find((one) => /^(?:licen[cs]e|copying)/i.test(one))
  const text = file === undefined ? '' : `\n${await readFile(join(folder, file), 'utf8')}`
  return `${name} ${version} (${license})\n${text}`
}

function byCodeUnit(a, b) {
  return a < b ? -1 : 1
}
