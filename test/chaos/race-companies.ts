import { createCompany, joinCompany, type TestMember } from '#test/companies.ts'
import { type AddedTool, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { findViolationsAtRest } from '#test/shop-invariants.ts'
import type { AttackResult } from './attack-result.ts'
import { addTool } from './load-client.ts'
import { describeShops, type Shops, toOutcome, withShops } from './race.ts'

/**
 * Members of a company do what excludes each other at the same moment, that many times each. On PostgreSQL two processes of a
 * shop share the database.
 */
export const raceCompanies = (serverUrl: string | undefined, rounds: number): Promise<AttackResult> =>
  withShops(serverUrl, shops => raceForCompanies(shops, rounds))

async function raceForCompanies(shops: Shops, rounds: number): Promise<AttackResult> {
  const [shop] = shops
  const admin = await shop.logInAsAdmin()
  const tool = await addTool(admin, { name: 'Company Anvil', minimum: 1, available: 1_000_000 })
  const violations: string[] = []
  const check = (round: number, race: string, isRight: boolean, outcomes: readonly unknown[]) => {
    if (!isRight) violations.push(`round ${round}, ${race}: ${outcomes.join(' and ')}`)
  }
  const { id, manager, buyer, viewer } = await createCompany(shop, admin)
  const setBuyer = (amount: number) =>
    manager.client.setMember({ params: { accountId: buyer.id }, body: { role: 'buyer', amount } })
  /** Calls go to the other process, if there is one. */
  const onOther = ({ token }: TestAccount) => (shops[1] ?? shop).createClient(token)
  const removedManagers = new Set([
    'not_found',
    'member_needed',
    'manager_needed',
    'membership_changed',
    'account_not_found',
  ])
  const isOneDone = (outcomes: readonly string[], others: ReadonlySet<string>) =>
    outcomes.filter(outcome => outcome === 'done').length === 1 &&
    outcomes.every(outcome => outcome === 'done' || others.has(outcome))

  const addManager = () => joinCompany(shop, admin, id, { role: 'manager' })
  const removeAll = async (...members: TestMember[]) => {
    for (const { id: accountId } of members)
      await admin.client.removeMemberOf({ params: { id, accountId } }).catch(() => undefined)
  }

  async function removeEachOther(round: number) {
    const [one, other] = [await addManager(), await addManager()]
    const outcomes = await Promise.all([
      toOutcome(one.client.removeMember({ params: { accountId: other.id } })),
      toOutcome(onOther(other).removeMember({ params: { accountId: one.id } })),
    ])
    check(round, 'two managers remove each other', isOneDone(outcomes, removedManagers), outcomes)
    await removeAll(one, other)
  }

  async function joinTwice(round: number) {
    const invited = await shop.createVerifiedBuyer()
    await manager.client.inviteMember({ params: { email: invited.email }, body: { role: 'viewer' } })
    const params = { companyId: id }
    const outcomes = await Promise.all([
      toOutcome(invited.client.acceptInvitation({ params })),
      toOutcome(onOther(invited).acceptInvitation({ params })),
    ])
    const isRight = isOneDone(outcomes, new Set(['member_elsewhere', 'invitation_not_found', 'membership_changed']))
    check(round, 'an invitation is taken twice', isRight, outcomes)
    await invited.client.leaveCompany({})
  }

  async function orderTwice(round: number) {
    await setBuyer(1.5 * tool.price)
    await Promise.all([placeOrder(buyer.client, buyer, tool), placeOrder(onOther(buyer), buyer, tool)])
    const statuses = (await buyer.client.listOrders({ query: { limit: 2 } })).map(({ status }) => status)
    check(round, 'two orders around the amount', statuses.toSorted().join() === 'unpaid,waiting', statuses)
    await cancelAll()
  }

  async function cancelAll() {
    for (const state of ['unpaid', 'waiting'] as const)
      for (const { _id } of await manager.client.listOrders({ query: { state, limit: 500 } }))
        await manager.client.cancelOrder({ params: { id: _id } })
  }

  async function approveAndDecline(round: number) {
    await setBuyer(0)
    await placeOrder(buyer.client, buyer, tool)
    const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
    const params = { id: order?._id ?? '' }
    const outcomes = await Promise.all([
      toOutcome(manager.client.approveOrder({ params })),
      toOutcome(onOther(manager).declineOrder({ params, body: { reason: 'No.' } })),
    ])
    check(round, 'approved and declined', isOneDone(outcomes, new Set(['order_changed', 'order_cancelled'])), outcomes)
    await cancelAll()
  }

  async function removeAndAct(round: number) {
    const leaver = await addManager()
    await setBuyer(0)
    await placeOrder(buyer.client, buyer, tool)
    const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
    const email = `nobody${round}@example.com`
    const outcomes = await Promise.all([
      toOutcome(manager.client.removeMember({ params: { accountId: leaver.id } })),
      toOutcome(onOther(leaver).approveOrder({ params: { id: order?._id ?? '' } })),
      toOutcome(placeOrder(leaver.client, leaver, tool)),
      toOutcome(onOther(leaver).inviteMember({ params: { email }, body: { role: 'manager' } })),
    ])
    const isRight = outcomes[0] === 'done' && outcomes.every(each => each === 'done' || removedManagers.has(each))
    check(round, 'a manager is removed who approves, orders and invites', isRight, outcomes)
    const { invitations, members } = await manager.client.getOwnCompany({})
    const left = [...invitations.map(each => each.email), ...members.map(each => each.email)]
    check(round, 'what a removed manager leaves', !left.includes(email) && !left.includes(leaver.email), left)
    // What they ordered is the company's, or their own.
    const own = await leaver.client.listOrders({})
    const ofCompany = await viewer.client.listOrders({ query: { limit: 500 } })
    check(round, 'an order in both', !own.some(each => ofCompany.some(({ _id }) => _id === each._id)), own)
    await cancelAll()
  }

  for (let round = 1; round <= rounds; round++)
    for (const race of [removeEachOther, joinTwice, orderTwice, approveAndDecline, removeAndAct]) await race(round)
  violations.push(...(await findViolationsAtRest(shop.app.shop.db)))
  return {
    guarantee: 'a company’s people, orders and approvals never contradict each other',
    attack: `two managers remove each other; an invitation is taken twice; two orders at once around an amount; approved and declined; removed while approving, ordering and inviting; on ${describeShops(shops)}`,
    extent: `${rounds} rounds each`,
    violations,
  }
}

const placeOrder = (client: TestAccount['client'], buyer: TestAccount, tool: AddedTool) =>
  client.placeOrder(buildOrderInput(tool, buyer))
