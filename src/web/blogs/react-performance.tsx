import { Code } from './code.tsx'

export function ReactPerformance() {
  return (
    <>
      <p>
        Measure first, and measure a production build. Field data on the Core Web Vitals tells whether people wait for
        the main content (LCP), for the answer to a click (INP) or for the layout to settle (CLS). Only part of that is
        React's doing; for that part, the React Profiler shows what rendered, why, and for how long.
      </p>
      <p>
        Most slow pages simply ship and fetch too much. Split the bundle by route, load what is seldom opened with{' '}
        <code>lazy</code>, and fetch in route loaders instead of effects: an effect starts only after its component has
        rendered, so nested ones queue up as a waterfall. Render the first page on the server and stream the slow parts
        behind <code>Suspense</code>.
      </p>
      <p>
        Then make each update touch less. State belongs as low as it can sit: a search text kept by the page renders the
        page at every keystroke. Elements passed as <code>children</code> keep their identity when the component around
        them renders again, and React skips them.
      </p>
      <p>
        The React Compiler has taken over most memoization. It caches values and elements more finely than anyone does
        by hand, provided that components are pure and follow the rules of hooks. In new code <code>useMemo</code> and{' '}
        <code>useCallback</code> are for the rare value whose identity matters elsewhere, such as an effect's
        dependency.
      </p>
      <p>Work that is still long can at least give way to the next keystroke:</p>
      <Code label="A search whose table follows the field at its own pace">{deferred}</Code>
      <p>
        The field renders at once, the table in a second pass that further typing interrupts. This needs a memoized
        table, by the compiler or by <code>memo</code>, or it renders in the first pass too. And no scheduling saves ten
        thousand rows: page them, or render only those in view.
      </p>
      <p>
        Finally, measure again. A change that does not move the number goes out, for it still has to be read and
        maintained.
      </p>
    </>
  )
}

const deferred = `function ToolFinder({ tools }: { tools: Tool[] }) {
  const [query, setQuery] = useState('')
  const shown = useDeferredValue(query)
  return (
    <>
      <SearchField value={query} onChange={setQuery} />
      <ToolTable tools={tools} query={shown} />
    </>
  )
}`
