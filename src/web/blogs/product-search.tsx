import { Code } from './code.tsx'

export function ProductSearch() {
  return (
    <>
      <p>
        First settle what a match is. People type in lower case, leave out accents and put the words in any order, so
        compare normalized texts and require every word of the query somewhere in the name:
      </p>
      <Code label="A search by name over normalized keys">{finder}</Code>
      <p>
        NFKD takes letters and accents apart, and the marks go. That suits names in Latin script, though ø and ß stay as
        they are and need a mapping of their own; in Hindi or Thai the marks are vowels and must remain. Avoid{' '}
        <code>toLocaleLowerCase</code> here: keys must not depend on whose machine made them.
      </p>
      <p>
        Is a scan with <code>includes</code> fast enough? For thousands of names, yes: a query takes a few milliseconds
        at most. Normalizing costs more, hence once per product and not once per keystroke. For lookups by the exact
        name build a <code>Map</code>, for prefixes a sorted array with binary search; an inverted index earns its keep
        only from some hundred thousand entries. Order matters more to people than speed: exact names first, then those
        that start with the query, then the rest.
      </p>
      <p>
        Tolerate typos only when the strict search finds nothing, or a drill brings up every grill. Shared trigrams are
        a cheap measure, taken word by word, with 0.3 as a usual threshold:
      </p>
      <Code label="Similarity of two words by their trigrams">{trigram}</Code>
      <p>
        Move the search to the database once the array is no longer the whole truth: more products than a browser should
        download, stock that changes, results by page. In PostgreSQL, keep the normalized name in a column of its own; a
        GIN index over it with <code>pg_trgm</code> answers both <code>LIKE</code> and similarity. A search engine can
        wait until synonyms, facets and relevance become work of their own.
      </p>
    </>
  )
}

const finder = `interface Product {
  name: string
  price: number
  description: string
}

export function productFinder(products: readonly Product[]) {
  const entries = products.map(product => ({
    product,
    key: normalized(product.name),
  }))
  return (query: string): Product[] => {
    const words = normalized(query).split(/\\s+/)
    return entries
      .filter(({ key }) => includesAll(key, words))
      .map(({ product }) => product)
  }
}

const includesAll = (text: string, words: readonly string[]) =>
  words.every(word => text.includes(word))

const normalized = (text: string) =>
  text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase()`

const trigram = `/** From 0, nothing in common, to 1, the same word. */
export function similarity(one: string, other: string) {
  const [a, b] = [trigrams(one), trigrams(other)]
  return a.intersection(b).size / a.union(b).size
}

function trigrams(word: string) {
  const padded = \`  \${word} \`
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at++)
    found.add(padded.slice(at, at + 3))
  return found
}`
