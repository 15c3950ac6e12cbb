import { expect, test } from 'vitest'
import { type Disk, discover, nodeDisk } from './index.ts'
import { skillText, temporaryTree } from './temporary-tree.ts'

const root = 'home/repo/.agents/skills'

async function passedOver(files: Readonly<Record<string, string>>, disk: Disk = nodeDisk) {
  using tree = temporaryTree(files)
  const { diagnostics } = await discover(tree.options(), disk)
  return diagnostics
    .filter(({ code }) => code === 'walk/passed-over')
    .map(({ message, severity, file }) => {
      expect(severity).toBe('info')
      return `${file.slice(tree.base.length + 1)}: ${message.replaceAll(`${tree.base}/`, () => '')}`
    })
}

test('files that nearly are skills are counted for each root, by kind', async () => {
  expect(
    await passedOver({
      [`${root}/a/SKILLS.md`]: skillText,
      [`${root}/b/SKILL.md.txt`]: skillText,
      [`${root}/c/README.md`]: skillText,
      [`${root}/c/run.sh`]: '',
      [`${root}/single.md`]: skillText,
      [`${root}/d/SKILL.md`]: skillText,
    }),
  ).toEqual([
    `${root}: 1 place looks like a skill and is none (a skill here is a folder that holds a SKILL.md): '${root}/single.md'.`,
    `${root}: 2 places look like a skill and are none (the name is nearly SKILL.md): '${root}/a/SKILLS.md', '${root}/b/SKILL.md.txt'.`,
    `${root}: 1 place looks like a skill and is none (there is a README.md and no SKILL.md): '${root}/c'.`,
  ])
})

test.each([
  ['a README beside all skills', { [`${root}/README.md`]: '', [`${root}/a/SKILL.md`]: skillText }],
  [
    'a README of a folder of skills',
    { [`${root}/a/README.md`]: '', [`${root}/a/b/SKILL.md`]: skillText },
  ],
  ['texts beside a README', { [`${root}/a/README.md`]: '', [`${root}/a/notes.md`]: '' }],
  ['what lies in a skill', { [`${root}/a/SKILL.md`]: skillText, [`${root}/a/SKILLS.md`]: '' }],
  ['where every text may be one', { 'home/.free-code/skills/a/README.md': '' }],
  ['where single files count', { 'home/.pi/agent/skills/single.md': skillText }],
])('%s: nothing to say', async (_, files) => {
  expect(await passedOver(files)).toEqual([])
})

test('no folder is listed for it that was not listed before', async () => {
  const listed: string[] = []
  const disk: Disk = {
    ...nodeDisk,
    list(folder) {
      listed.push(folder)
      return nodeDisk.list(folder)
    },
  }
  await passedOver({ [`${root}/a/SKILL.md`]: skillText, [`${root}/b/SKILLS.md`]: skillText }, disk)
  expect(listed.map((folder) => folder.split('/').at(-1))).toEqual(['skills', 'b'])
})
