import { titled } from '#web/titled.ts'

export const meta = titled('Blogs')

export default function Blogs() {
  return (
    <section className="page-width mt-10">
      <h1 className="section-title mb-8">Blogs</h1>
    </section>
  )
}
