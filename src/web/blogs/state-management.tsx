import { Code } from './code.tsx'

export function StateManagement() {
  return (
    <>
      <p>
        Ask who owns a value and how long it lives; the tool follows from that. Much of what is called state is a copy
        of something that already has an owner, and copies drift apart.
      </p>
      <ul>
        <li>
          <strong>Local state</strong> is the default: <code>useState</code>, or <code>useReducer</code> when several
          values change together. What follows from it is computed while rendering, not stored beside it.
        </li>
        <li>
          <strong>Shared state</strong> moves up to the closest common parent. Context saves passing it down, but every
          reader renders whenever its value changes, which suits an account or a theme. For what changes often in many
          places there are stores such as Zustand or Redux Toolkit: a component selects a slice and renders with that.
        </li>
        <li>
          <strong>Server state</strong> belongs to the database; the page holds a cache, with all that a cache asks for:
          loading, staleness, races, revalidation. Leave it to route loaders and actions or to TanStack Query.
        </li>
        <li>
          <strong>URL state</strong> is whatever a person may bookmark, reload or send on: search text, filters, the
          page number. The back button and server rendering then come free.
        </li>
        <li>
          <strong>Form state</strong> can stay in the inputs until it is sent. Read it as <code>FormData</code>, keep
          the outcome in <code>useActionState</code>, and control only those fields on which something else depends.
        </li>
        <li>
          <strong>Browser state</strong> lives outside React: media queries, connectivity, local storage.{' '}
          <code>useSyncExternalStore</code> subscribes to it without tearing, and has a value for the server's render.
        </li>
      </ul>
      <Code label="The page number, kept in the URL">{inUrl}</Code>
      <Code label="A media query, read as an external store">{external}</Code>
      <p>
        Sort these out and the global store often has little left to hold: a basket, a half-done wizard, a few switches.
      </p>
    </>
  )
}

const inUrl = `const [params, setParams] = useSearchParams()
const page = Number(params.get('page')) || 1`

const external = `const media = '(prefers-reduced-motion: reduce)'

function subscribe(changed: () => void) {
  const list = matchMedia(media)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

function useReducedMotion() {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(media).matches,
    () => true, // on the server, where nobody can ask
  )
}`
