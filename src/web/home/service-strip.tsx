const services = [
  {
    name: 'FREE DELIVERY',
    promise: 'Free shipping on all order',
    icon: 'M2 6h11v10H2zM13 9h5l3 4v3h-8M6 18a2 2 0 100-.1M17 18a2 2 0 100-.1',
  },
  {
    name: 'ONLINE SUPPORT 24/7',
    promise: 'Support online 24 hours',
    icon: 'M4 13a8 8 0 0116 0M4 13v4h3v-5H4M20 13v4h-3v-5h3M17 18c0 2-2 3-4 3',
  },
  {
    name: 'MONEY RETURN',
    promise: 'Back guarantee under 7 days',
    icon: 'M4 12a8 8 0 108-8H6M9 1L6 4l3 3M12 8v8M14.500 9.500c-1-1-5-1-5 .8 0 2.200 5 1.200 5 3.400 0 1.800-4 1.800-5 .8',
  },
  {
    name: 'MEMBER DISCOUNT',
    promise: 'Onevery order over $3579.00',
    icon: 'M3 12L12 3h8v8l-9 9zM16 7.500v.1M9 15l6-6',
  },
] as const

export function ServiceStrip() {
  return (
    <section className="mt-14 bg-neutral py-6 text-neutral-content" aria-labelledby="services">
      <div className="page-width">
        <h2 id="services" className="mb-4 text-xl">
          Service We Provide
        </h2>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
          {services.map(({ name, promise, icon }) => (
            <li key={name} className="flex items-start gap-3">
              <svg
                viewBox="0 0 24 24"
                className="size-7 shrink-0 fill-none stroke-primary"
                strokeWidth="1.5"
                aria-hidden="true"
              >
                <path d={icon} />
              </svg>
              <div>
                <h3 className="text-lg">{name}</h3>
                <p className="mt-0.5 leading-snug opacity-80">{promise}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
