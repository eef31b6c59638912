import { Link } from 'react-router'
import { homeTools } from '#contract/rules.ts'
import { clientContext } from '#web/context.ts'
import { ToolGrid } from '#web/shop/tool-card.tsx'
import { titled } from '#web/titled.ts'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  const tools = await context
    .get(clientContext)
    .listTools({})
    .catch(() => [])
  return { tools: tools.slice(0, homeTools), total: tools.length }
}

export const meta = titled('Wholesale hand and power tools')

export default function Home({ loaderData }: Route.ComponentProps) {
  const { tools, total } = loaderData
  return (
    <>
      <section className="bg-neutral text-neutral-content">
        <div className="page-width relative isolate grid min-h-[min(34rem,70vh)] content-center justify-items-start gap-4 py-16">
          <picture>
            <source
              type="image/avif"
              srcSet="/images/hero-800.avif 800w, /images/hero-1280.avif 1280w, /images/hero-2000.avif 2000w"
              sizes="100vw"
            />
            <img
              src="/images/hero-1280.webp"
              alt=""
              width={2000}
              height={1000}
              fetchPriority="high"
              className="absolute inset-y-0 left-1/2 -z-10 h-full w-screen -translate-x-1/2 object-cover object-[62%_center] md:object-[75%_center]"
            />
          </picture>
          <div className="absolute inset-y-0 left-1/2 -z-10 w-screen -translate-x-1/2 bg-linear-to-r from-neutral via-neutral/75 to-neutral/30 md:via-neutral/55 md:to-transparent" />
          <p className="font-display text-2xl text-primary">Hands Tools</p>
          <h1 className="text-[length:var(--text-hero)]">Big Wholesale</h1>
          <p className="text-xl">Circular Saw &amp; Power Saw</p>
          <Link to="/shop" className="btn btn-primary btn-lg mt-2">
            Shop Now
          </Link>
        </div>
      </section>
      <section className="page-width mt-14" aria-labelledby="tools">
        <h2 id="tools" className="section-title mb-8">
          Tools
        </h2>
        <ToolGrid tools={tools} />
        {total > tools.length && (
          <Link to="/shop" className="btn mt-8">
            Show all {total} tools
          </Link>
        )}
      </section>
    </>
  )
}
