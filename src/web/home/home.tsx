import { Link } from 'react-router'
import { ToolGrid, toCardTools } from '#web/catalogue/tool-card.tsx'
import { clientContext, type PageHandle } from '#web/context.ts'
import { publicMeta } from '#web/seo/meta.ts'
import type { Route } from './+types/home'
import { Banner } from './banner.tsx'
import { BestSellers } from './best-sellers.tsx'
import { BlogTeasers } from './blog-teasers.tsx'
import { Brands } from './brands.tsx'
import { BusinessSummary } from './business-summary.tsx'
import { ClientReviews } from './client-reviews.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { ResumePurchase } from './resume-purchase.tsx'
import { Section } from './section.tsx'
import { ServiceStrip } from './service-strip.tsx'

const homeReviewCount = 6
const homeToolCount = 24

export const handle = { sharedBy: [] } satisfies PageHandle

export async function loader({ context }: Route.LoaderArgs) {
  const client = context.get(clientContext)
  const [tools, reviews, brands] = await Promise.all([
    client.listTools({ query: { limit: homeToolCount + 1 } }).catch(() => []),
    client.listReviews({ query: { limit: homeReviewCount } }).catch(() => []),
    client.listBrands({}).catch(() => []),
  ])
  // The count is shown only when the list is truncated.
  const { count } = tools.length > homeToolCount ? await client.countTools({}).catch(() => noCount) : noCount
  return {
    tools: toCardTools(tools.slice(0, homeToolCount)),
    total: count,
    reviews,
    soldBrands: brands.map(({ name }) => name),
  }
}

const noCount = { count: 0 }

export const meta = publicMeta({
  title: 'Wholesale hand and power tools',
  description:
    'Hand tools and power tools in bulk: saws, drills, sanders and more, with stock and minimum order at a glance.',
  path: '/',
})

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}

/** Data that fails inside the site leaves the lists empty, as on the server. */
export function ErrorBoundary() {
  return <HomePage tools={[]} total={0} reviews={[]} soldBrands={[]} />
}

function HomePage({ tools, total, reviews, soldBrands }: Route.ComponentProps['loaderData']) {
  return (
    <>
      <ResumePurchase />
      <Banner />
      <ClientReviews reviews={reviews} />
      <ServiceStrip />
      <Section title="Tools" arrows={{}}>
        <ToolGrid tools={tools} columnWidth="25rem" />
        {total > tools.length && (
          <Link prefetch="intent" to="/shop" className="btn btn-quiet mt-8">
            Show all {total} tools
          </Link>
        )}
      </Section>
      <BestSellers soldNames={tools.map(({ name }) => name)} />
      <BlogTeasers />
      <Brands soldBrands={soldBrands} />
      <BusinessSummary />
      <NewArrivals />
    </>
  )
}
