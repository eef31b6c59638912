import type { Pace } from './rounds.ts'
import type { Row } from './table.ts'

/** What a part of the bench is given. */
export interface Bench {
  pace: Pace
  /** Makes a new database with a demo shop in it, and tells its address. */
  newDatabase: () => Promise<string>
  /** The process of the database server. */
  postgres: number
}

/** Measures something of the shop. */
export type Part = (bench: Bench) => Promise<Row[]>
