const figures = [
  { value: '200+', what: 'Customers', change: '25% more than last year' },
  { value: '93K+', what: 'Reviews', change: '75% more than last month' },
  { value: '150 M', what: 'Annual revenue', change: '50% more than last year' },
  { value: '85+', what: 'Tools', change: '10 new tools ready to launch' },
] as const

export function BusinessSummary() {
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
              <dd className="font-display text-6xl leading-none text-primary tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
