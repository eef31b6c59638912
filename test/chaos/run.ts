// Attacks the shop's guarantees about money and stock: `npm run prove -- crash 50`. docs/reliability.md has the results.

import { proveBrowsers } from '#test/browsers/prove-browsers.ts'
import { proveImage } from '#test/container/prove-image.ts'
import { fillDemoShop } from '#test/open-shop.ts'
import { startPostgres } from '#test/postgres.ts'
import { type AttackResult, formatResult } from './attack-result.ts'
import { crash } from './crash.ts'
import { crashPrimary } from './failover.ts'
import { loseRights } from './lose-rights.ts'
import { failOverMachines } from './machines.ts'
import { killPooler } from './pooler.ts'
import { race } from './race.ts'
import { raceCarts } from './race-carts.ts'
import { raceCompanies } from './race-companies.ts'
import { raceSteps } from './race-steps.ts'
import { restart } from './restart.ts'
import { search } from './searches.ts'
import { soak } from './soak.ts'
import { stopDuringEndlessBody } from './stop.ts'
import { purgeVarnish } from './varnish.ts'

const [name = '', size = '', given] = process.argv.slice(2)
const seed = Number(given ?? Date.now() % 1_000_000)

const attacks: Record<string, (server: string, size: number) => (() => Promise<AttackResult>)[]> = {
  race: (server, rounds) => [
    () => race(undefined, rounds),
    () => race(server, rounds),
    () => raceCarts(undefined, 100 * rounds, seed),
    () => raceCarts(server, 100 * rounds, seed),
  ],
  steps: (server, pairs) => [() => raceSteps(undefined, pairs, seed), () => raceSteps(server, pairs, seed)],
  companies: (server, rounds) => [() => raceCompanies(undefined, rounds), () => raceCompanies(server, rounds)],
  rights: (server, rounds) => [() => loseRights(server, rounds)],
  crash: (server, kills) => [() => crash(undefined, kills, seed), () => crash(server, kills, seed)],
  restart: (server, restarts) => [() => restart(server, restarts), () => stopDuringEndlessBody(server, 1)],
  failover: (_, times) => Array.from({ length: times }, () => crashPrimary),
  pooler: (server, kills) => [() => killPooler(server, kills)],
  machines: (_, restarts) => [() => failOverMachines(restarts)],
  varnish: (server, changes) => [() => purgeVarnish(server, changes)],
  search: (server, toolCount) => [() => search(server, { toolCount, seconds: 10, maxHomeMs: 50 })],
  soak: (server, seconds) => [() => soak(server, seconds, line => process.stderr.write(`${line}\n`))],
}

const proofs: Record<string, (part: string) => Promise<boolean>> = { browsers: proveBrowsers, image: proveImage }
const prove = proofs[name]
if (prove) process.exit((await prove(size)) ? 0 : 1)
const createAttacks = attacks[name]
if (!createAttacks || !(Number(size) > 0)) {
  process.stderr.write(
    `npm run prove -- ${Object.keys(attacks).join('|')} SIZE [SEED], or npm run prove -- ${Object.keys(proofs).join('|')}\n`,
  )
  process.exit(1)
}
const postgres = await startPostgres()
try {
  await fillDemoShop(postgres.url)
  for (const attack of createAttacks(postgres.url, Number(size))) {
    const result = await attack()
    process.stdout.write(`${formatResult(result)}\n`)
    if (result.violations.length > 0) process.exitCode = 1
  }
} finally {
  await postgres.remove()
}
