import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Point } from './points.ts'

interface Lock {
  packages: Record<string, { dev?: boolean }>
}

/** What the image must not contain, and its size; `root` is the folder of its files. */
export function inspectFiles(root: string, registryHost: string): Point[] {
  const shop = join(root, 'shop')
  const names = listFiles(shop)
  const own = names.filter(name => !name.startsWith('node_modules/'))
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const installed = Object.entries(packages).filter(([path]) => path && existsSync(join(shop, path)))
  const developmentOnly = installed.filter(([, { dev }]) => dev).map(([path]) => path)
  const homes = ['root', 'home', 'usr/local/etc'].flatMap(folder =>
    listFiles(join(root, folder)).map(name => `${folder}/${name}`),
  )
  // npm writes there where each package comes from.
  const written = [...homes.map(name => join(root, name)), join(shop, 'node_modules/.package-lock.json')]
  const naming = written.filter(file => existsSync(file) && readFileSync(file, 'utf8').includes(registryHost))
  return [
    { name: 'size', result: `${sumMegabytes(root)} MB, of which the shop ${sumMegabytes(shop)} MB`, holds: true },
    expectNone(
      'file of settings (.env)',
      own.filter(name => /(^|\/)\.env/.test(name)),
    ),
    expectNone(
      'test or backup',
      own.filter(name => /\.test\.ts$|\.backup|^test\//.test(name)),
    ),
    expectNone(
      'configuration of npm',
      [...own, ...homes].filter(name => /(^|\/)\.?npmrc$/.test(name)),
    ),
    expectNone('file that names the registry', naming),
    expectNone(`package for development among ${installed.length}`, developmentOnly),
  ]
}

const listFiles = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    : []

const sumMegabytes = (folder: string) =>
  Math.round(listFiles(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6)

const expectNone = (name: string, found: readonly string[]): Point => ({
  name: `no ${name}`,
  result: found.length > 0 ? found.slice(0, 3).join(', ') : 'none',
  holds: found.length === 0,
})
