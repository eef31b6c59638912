// Lists the packages' known vulnerabilities, as the registry reports them, and their install scripts. Fails on any that is
// not explained here or in package.json.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Why a known vulnerability does not matter here, by the URL of its advisory. */
const explained: Readonly<Record<string, string>> = {}

const root = join(import.meta.dirname, '..')
const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), range: z.string() })
const Report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
})
const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })
const Lock = z.object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) })

const problems = [...listInstallScriptProblems(), ...listVulnerabilityProblems()]
for (const problem of problems) say(`FAIL  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** The packages with install scripts; those that package.json does not name are problems. */
function listInstallScriptProblems(): string[] {
  const { allowScripts } = Manifest.parse(readJson('package.json'))
  const { packages } = Lock.parse(readJson('package-lock.json'))
  const names = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  for (const name of new Set(names)) {
    const allowed = allowScripts[name]
    if (allowed !== undefined) say(`install script of ${name}: ${allowed ? 'runs' : 'kept from running'}`)
  }
  return names
    .filter(name => allowScripts[name] === undefined)
    .map(name => `${name} has an install script that allowScripts in package.json does not name.`)
}

/** The vulnerabilities of the production packages, then of all; those without an explanation are problems. */
function listVulnerabilityProblems(): string[] {
  const unexplained = new Set<string>()
  for (const [whose, flags] of [
    ['the running shop', ['--omit=dev']],
    ['all packages', []],
  ] as const) {
    const report = runAudit(flags)
    if (!report)
      return ['The registry has no audit endpoint, or does not answer: known vulnerabilities were not looked for.']
    const found = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
      via.filter(each => typeof each === 'object').map(each => ({ name, ...each })),
    )
    say(`known vulnerabilities, ${whose}: ${found.length}`)
    for (const { name, range, severity, title, url } of found) {
      const hole = `${name} ${range}, ${severity}: ${title} (${url})`
      if (explained[url]) say(`  ${hole}\n    ${explained[url]}`)
      else unexplained.add(hole)
    }
  }
  return [...unexplained]
}

function runAudit(flags: readonly string[]): z.infer<typeof Report> | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...flags], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  try {
    return Report.parse(JSON.parse(stdout))
  } catch {
    return undefined
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
