import { expect, test } from 'vitest'
import { placesFor } from './places.ts'

const home = '/home/ada'
const windowsHome = 'C:\\Users\\ada'

test('Linux and macOS: XDG folders, with their defaults below home', () => {
  expect(placesFor({ platform: 'linux', environment: {}, home })).toEqual({
    home,
    config: '/home/ada/.config/skillet',
    state: '/home/ada/.local/state/skillet',
  })
  const environment = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }
  expect(placesFor({ platform: 'darwin', environment, home })).toEqual({
    home,
    config: '/c/skillet',
    state: '/s/skillet',
  })
})

test('a relative or empty XDG folder counts as absent', () => {
  const environment = { XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '' }
  const { config, state } = placesFor({ platform: 'linux', environment, home })
  expect([config, state]).toEqual(['/home/ada/.config/skillet', '/home/ada/.local/state/skillet'])
})

test('Windows: APPDATA and LOCALAPPDATA, with their defaults below home', () => {
  const environment = { APPDATA: 'D:\\r', LOCALAPPDATA: 'D:\\l' }
  expect(placesFor({ platform: 'win32', environment, home: windowsHome })).toEqual({
    home: windowsHome,
    config: 'D:\\r\\skillet',
    state: 'D:\\l\\skillet',
  })
  expect(placesFor({ platform: 'win32', environment: {}, home: windowsHome })).toMatchObject({
    config: 'C:\\Users\\ada\\AppData\\Roaming\\skillet',
    state: 'C:\\Users\\ada\\AppData\\Local\\skillet',
  })
})

test('SKILLET_HOME replaces both on every system, and leaves home alone', () => {
  const own = { SKILLET_HOME: '/own', XDG_CONFIG_HOME: '/c' }
  expect(placesFor({ platform: 'linux', environment: own, home })).toEqual({
    home,
    config: '/own',
    state: '/own',
  })
  const windows = { SKILLET_HOME: 'D:\\own', APPDATA: 'D:\\r' }
  expect(placesFor({ platform: 'win32', environment: windows, home: windowsHome }).state).toBe(
    'D:\\own',
  )
})
