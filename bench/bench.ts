import type { Pace } from './rounds.ts'
import type { Row } from './table.ts'

export interface Bench {
  pace: Pace
  /** Of `simulate`, which then measures nothing. */
  usesStoredCosts: boolean
  /** Creates a database with a demo shop in it, and returns its address. */
  createDatabase: () => Promise<string>
  /** The process of the database server. */
  postgresPid: number
}

export type Part = (bench: Bench) => Promise<Row[]>
