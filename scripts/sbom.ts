// Prints a bill of materials (CycloneDX) of the packages that are not only for development. npm's own `--omit dev` leaves out those
// that a development package needs, too, such as React.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

interface Bill {
  components: { 'bom-ref': string; properties: { name: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const options = ['--sbom-format', 'cyclonedx', '--package-lock-only']
const cwd = join(import.meta.dirname, '..')
const bill: Bill = JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd, encoding: 'utf8', maxBuffer: 1e8 }))
const isForDevelopment = ({ properties }: Bill['components'][number]) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development')
const omitted = new Set(bill.components.filter(isForDevelopment).map(each => each['bom-ref']))
const shipped = {
  ...bill,
  components: bill.components.filter(each => !omitted.has(each['bom-ref'])),
  dependencies: bill.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => !omitted.has(each)) })),
}
process.stdout.write(`${JSON.stringify(shipped, undefined, 2)}\n`)
