import { Code } from './code.tsx'

export function PrototypalInheritance() {
  return (
    <>
      <p>
        Every object has a hidden link, its prototype, to another object or to <code>null</code>. Reading a property
        that the object does not have itself follows the links until one has it or the chain ends in{' '}
        <code>undefined</code>. Nothing is copied: a method added to a prototype later is there for every object below.
      </p>
      <Code label="An object that delegates to another">{delegation}</Code>
      <p>
        Two details explain most surprises. <code>this</code> is the object on which the method was called, not the one
        where it was found, so the label above names the saw. And writing is not the mirror of reading: an assignment
        creates an own property that shadows the inherited one, unless the chain holds a setter, which then runs, or a
        read-only property, which makes strict code throw.
      </p>
      <p>
        A function's <code>prototype</code> property is something else: the object to which <code>new</code> links the
        instances it makes. <code>class</code> builds on this. Its methods sit on that object, and <code>extends</code>{' '}
        links two chains, one for the instances and one for the statics.
      </p>
      <Code label="The two chains that extends makes">{chains}</Code>
      <p>
        Still, <code>class</code> is not sugar alone. Fields are defined on each instance, not on the prototype; private{' '}
        <code>#names</code> are never looked up along the chain; and <code>super()</code> lets a built-in such as{' '}
        <code>Error</code> or <code>Map</code> create the object, so that subclasses of it work.
      </p>
      <p>
        In practice: an array placed on a prototype is one array, shared by all. Use a <code>Map</code>, or{' '}
        <code>Object.create(null)</code>, for keys that you did not choose, since a plain object also answers to{' '}
        <code>constructor</code>; and never merge foreign JSON that may contain <code>__proto__</code> into objects
        without a check. <code>for…in</code> walks the chain, while <code>Object.keys</code>, spread and{' '}
        <code>JSON.stringify</code> see own properties only. Changing the prototype of a live object works, but costs
        the engine its optimizations.
      </p>
    </>
  )
}

const delegation = `const tool = {
  name: 'Tool',
  label() {
    return \`\${this.name}, in stock\`
  },
}
const saw: typeof tool = Object.create(tool)
saw.name = 'Circular Saw'

saw.label() // 'Circular Saw, in stock'
Object.hasOwn(saw, 'name') // true
Object.hasOwn(saw, 'label') // false
Object.getPrototypeOf(saw) === tool // true`

const chains = `class Tool {}
class Saw extends Tool {}

Object.getPrototypeOf(new Saw()) === Saw.prototype // true
Object.getPrototypeOf(Saw.prototype) === Tool.prototype // true
Object.getPrototypeOf(Saw) === Tool // true`
