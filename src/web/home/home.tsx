import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { HomeSection } from '#contract/appearance/appearance.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { ToolGrid, toCardTools } from '#web/catalogue/tool-card.tsx'
import { clientContext, type PageHandle } from '#web/context.ts'
import { ReviewCard } from '#web/reviews/review-card.tsx'
import { publicMeta } from '#web/seo/meta.ts'
import { DecorativeImage } from '#web/ui/images/decorative-image.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import type { Route } from './+types/home'
import { BestSellers } from './best-sellers.tsx'
import { Brands } from './brands.tsx'
import { onInterruptedPurchaseChange, readInterruptedPurchase } from './interrupted-purchase.ts'
import { ScrollingRow } from './scrolling-row.tsx'
import { Section } from './section.tsx'
import { ServiceStrip } from './service-strip.tsx'

// Few visits begin with one.
const ResumePurchase = lazy(() => import('./resume-purchase.tsx'))

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
    brands,
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

/** A failed load in the browser shows empty lists, as on the server. */
export function ErrorBoundary() {
  return <HomePage tools={[]} total={0} reviews={[]} brands={[]} />
}

function Shortcuts() {
  return (
    <nav aria-label="Shortcuts" className="page-width signed-in-only customer-only">
      <div className="flex flex-wrap gap-x-6 gap-y-1 py-3">
        {shortcuts.map(([path, name]) => (
          <Link key={path} to={path} className="link">
            {name}
          </Link>
        ))}
      </div>
    </nav>
  )
}

const shortcuts = [
  ['/quick-order', 'Quick order'],
  ['/dashboard', 'My Orders'],
  ['/dashboard/lists', 'Saved lists'],
  ['/dashboard/company', 'My Company'],
  ['/cart', 'Cart'],
] as const

function HomePage({ tools, total, reviews, brands }: Route.ComponentProps['loaderData']) {
  const { hiddenSections } = usePageSettings().appearance
  const interrupted = useSyncExternalStore(onInterruptedPurchaseChange, readInterruptedPurchase, () => null)
  const shows = (section: HomeSection) => !hiddenSections.includes(section)
  return (
    <>
      <Shortcuts />
      {interrupted !== null && (
        <Suspense>
          <ResumePurchase text={interrupted} />
        </Suspense>
      )}
      <Banner />
      {shows('reviews') && <ClientReviews reviews={reviews} />}
      {shows('services') && <ServiceStrip />}
      {shows('tools') && (
        <Section title="Tools" arrows={{}}>
          <ToolGrid tools={tools} columnWidth="25rem" />
          {total > tools.length && (
            <Link prefetch="intent" to="/shop" className="btn btn-quiet mt-8">
              Show all {total} tools
            </Link>
          )}
        </Section>
      )}
      {shows('bestSellers') && <BestSellers soldNames={tools.map(({ name }) => name)} />}
      {shows('blog') && <BlogTeasers />}
      {shows('brands') && <Brands sold={brands} />}
      {shows('summary') && <BusinessSummary />}
      {shows('newArrivals') && <NewArrivals />}
    </>
  )
}

const srcSet = [800, 1280, 2000].map(width => `/images/hero-${width}.avif ${width}w`).join(', ')

function Banner() {
  const { bannerAbove, bannerBelow, pictures } = usePageSettings().appearance
  return (
    <section className="banner relative isolate bg-neutral text-neutral-content">
      <div className="page-width grid justify-items-start gap-3 py-6">
        <img
          src={pictures.banner ?? '/images/hero-1280.webp'}
          srcSet={pictures.banner ? undefined : srcSet}
          sizes="100vw"
          alt=""
          width={2000}
          height={1000}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover"
        />
        {bannerAbove && <p className="font-display text-2xl text-(--accent-on-dark)">{bannerAbove}</p>}
        <h1 className="text-[length:var(--text-hero)]">Big Wholesale</h1>
        {bannerBelow && <p className="text-xl">{bannerBelow}</p>}
        <Link prefetch="intent" to="/shop" className="btn btn-primary btn-lg mt-2">
          Shop Now
        </Link>
      </div>
    </section>
  )
}

const figures = [
  { value: '200+', what: 'Customers', change: '25% more than last year' },
  { value: '93K+', what: 'Reviews', change: '75% more than last month' },
  { value: '150 M', what: 'Annual revenue', change: '50% more than last year' },
  { value: '85+', what: 'Tools', change: '10 new tools ready to launch' },
] as const

function BusinessSummary() {
  return (
    <section className="mt-16 bg-neutral py-14 text-neutral-content" aria-labelledby="summary">
      <div className="page-width">
        <h2 id="summary" className="section-title mb-8">
          Our Business Summary
        </h2>
        <dl className="grid gap-8 xs:grid-cols-2 lg:grid-cols-4">
          {figures.map(({ value, what, change }) => (
            <div key={what} className="flex flex-col-reverse justify-end border-l border-steel pl-5">
              <dt className="mt-2">
                <span className="block text-lg font-semibold">{what}</span>
                <span className="opacity-80">{change}</span>
              </dt>
              <dd className="font-display text-6xl leading-none text-(--accent-on-dark) tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function ClientReviews({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ScrollingRow
      title="What Our Clients Says..."
      link={
        <Link prefetch="intent" to="/allReviews" className="btn btn-quiet">
          Show More
        </Link>
      }
      itemWidth="auto-cols-[min(85%,22rem)]"
    >
      {reviews.map(review => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </ScrollingRow>
  )
}

const teasers = [1, 2, 3] as const

function BlogTeasers() {
  return (
    <ScrollingRow title="From The Blog" itemWidth="auto-cols-[85%] md:auto-cols-[calc((100%-2rem)/3)]">
      {teasers.map(number => (
        <li
          key={number}
          className="flex snap-start flex-col overflow-hidden rounded-box border border-base-300 bg-base-100"
        >
          <DecorativeImage
            name={`blog-${number}`}
            widths={[480, 800]}
            size={[1200, 800]}
            sizes="(min-width: 48rem) 26rem, 100vw"
          />
          <div className="grid gap-2 p-5">
            <p className="text-muted">By Admin · 25 Jul, 2022</p>
            <h3 className="text-2xl">Choosing the right tool for the job</h3>
            <span className="text-muted">Read More....</span>
          </div>
        </li>
      ))}
    </ScrollingRow>
  )
}

const strip = ['arrival-1', 'arrival-2', 'arrival-3'] as const
const banner = ['banner-1', 'banner-2'] as const

function NewArrivals() {
  return (
    <Section title="New Arrivals">
      <div className="grid gap-4">
        <ul className="grid gap-4 sm:grid-cols-3">
          {strip.map(name => (
            <li key={name} className="relative aspect-4/3 overflow-hidden rounded-box sm:aspect-4/5">
              <DecorativeImage
                name={name}
                widths={[320, 640]}
                size={[800, 1000]}
                sizes="(min-width: 80rem) 26rem, (min-width: 40rem) 33vw, 100vw"
              />
              <Overlay />
            </li>
          ))}
        </ul>
        <ul className="grid gap-4 md:grid-cols-2">
          {banner.map(name => (
            <li key={name} className="relative aspect-2/1 overflow-hidden rounded-box">
              <DecorativeImage
                name={name}
                widths={[480, 800]}
                size={[1400, 700]}
                sizes="(min-width: 80rem) 39rem, (min-width: 48rem) 50vw, 100vw"
              />
              <Overlay />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}

function Overlay() {
  return <span className="absolute inset-0 bg-linear-to-t from-neutral/50 to-transparent" />
}
