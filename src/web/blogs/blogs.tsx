import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { PageHandle } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'
import { ProductSearch } from './product-search.tsx'
import { PrototypalInheritance } from './prototypal-inheritance.tsx'
import { ReactPerformance } from './react-performance.tsx'
import { StateManagement } from './state-management.tsx'
import { UnitTests } from './unit-tests.tsx'

const articles = [
  {
    id: 'react-performance',
    question: 'How will you improve the performance of a React application?',
    answer: <ReactPerformance />,
  },
  {
    id: 'state-management',
    question: 'What are the different ways to manage state in a React application?',
    answer: <StateManagement />,
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: <PrototypalInheritance />,
  },
  {
    id: 'product-search',
    question:
      'You have an array of products, each with a name, a price and a description. How do you find products by name?',
    answer: <ProductSearch />,
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why should we write unit tests?',
    answer: <UnitTests />,
  },
] as const

export const handle = { sharedBy: [] } satisfies PageHandle

export const meta = publicMeta({
  title: 'Blogs',
  description:
    'Five questions about building web shops, answered: React performance, state, prototypes, search and unit tests.',
})

export default function Blogs() {
  return (
    <section className="page-width mt-10">
      <h1 className="section-title mb-8">Blogs</h1>
      <div className="grid items-start gap-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-16">
        <Contents />
        <div className="grid max-w-xl grid-cols-[minmax(0,1fr)] divide-y divide-base-300">
          {articles.map(({ id, question, answer }) => (
            <Article key={id} id={id} question={question}>
              {answer}
            </Article>
          ))}
        </div>
      </div>
    </section>
  )
}

function Contents() {
  const current = useCurrentArticle()
  return (
    <nav
      aria-label="On this page"
      className="rounded-box border border-base-300 bg-base-100 p-5 lg:top-24 lg:tall:sticky"
    >
      <ol className="grid gap-3">
        {articles.map(({ id, question }) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              aria-current={id === current ? 'true' : undefined}
              className={`link ${id === current ? 'font-semibold' : ''}`}
            >
              {question}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function useCurrentArticle(): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const update = () => {
      const begun = articles.filter(({ id }) => isBegun(document.getElementById(id)))
      setCurrent((begun.at(-1) ?? articles[0]).id)
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return current
}

function isBegun(article: HTMLElement | null): boolean {
  return article !== null && article.getBoundingClientRect().top < window.innerHeight / 3
}

function Article({ id, question, children }: { id: string; question: string; children: ReactNode }) {
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-question`}
      className="grid scroll-mt-12 grid-cols-[minmax(0,1fr)] gap-5 py-10 outline-none first:scroll-mt-22 first:pt-0 [&_:not(pre)>code]:rounded-sm [&_:not(pre)>code]:bg-base-300 [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:text-[0.9em] [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-3 [&_ul]:pl-5"
    >
      <h2 id={`${id}-question`} className="text-2xl sm:text-3xl">
        {question}
      </h2>
      {children}
    </article>
  )
}
