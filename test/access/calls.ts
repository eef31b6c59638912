import type { Client } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { companyData } from '#test/companies.ts'
import { type AddedTool, buildOrderInput, type TestAccount } from '#test/open-shop.ts'

export const columns = ['anonymous', 'owner', 'other', 'admin'] as const
export type Column = (typeof columns)[number]

/** All orders belong to `owner`. */
export interface Fixture {
  owner: TestAccount
  tool: AddedTool
  unpaid: Order
  /** Paid at the provider, but not yet in the shop. */
  charged: { orderId: string; transactionId: string }
  /** Two of its ten pieces are shipped. */
  paid: Order
  reviewId: string
  addressId: string
  listId: string
  shipmentId: string
  refundId: string
  returnId: string
  closable: TestAccount
  closableId: string
  companyId: string
  /** A buyer of it, whose every order waits. */
  memberId: string
  applicationId: string
  /** This order waits for approval by `companyId`. */
  waitingId: string
  importId: string
  appliedImportId: string
  priceListId: string
  listRowId: string
}

export interface Row {
  call: (client: Client, fixture: Fixture) => Promise<unknown>
  expected: Readonly<Record<Column, 'reply' | RefusalCode>>
  proof?: true
}

const everybody = { anonymous: 'reply', owner: 'reply', other: 'reply', admin: 'reply' } as const
const signedIn = { ...everybody, anonymous: 'sign_in_required' } as const
const ownerOnly = { ...signedIn, other: 'not_yours', admin: 'not_yours' } as const
const buyerOnly = { ...signedIn, other: 'order_not_found', admin: 'order_not_found' } as const
const adminsToo = { ...buyerOnly, admin: 'reply' } as const
const addressOwnerOnly = { ...signedIn, other: 'not_found', admin: 'not_found' } as const
const listOwnerOnly = { ...signedIn, other: 'list_not_found', admin: 'list_not_found' } as const
const companyOnly = { ...signedIn, owner: 'member_needed', other: 'member_needed', admin: 'member_needed' } as const
const adminsOnly = { ...signedIn, owner: 'admins_only', other: 'admins_only' } as const

export const buildReview = ({ name, email }: TestAccount) => {
  return { name, email, comment: 'Good.', rating: '5', city: 'Leeds', img: '/images/avatars/r01.svg' }
}
const buildProfile = ({ name, email }: TestAccount) => {
  return { name, email, education: 'Joiner', city: 'Leeds', phone: '555', linkedIn: 'https://linkedin.example/rita' }
}
export const address = {
  name: 'Rita Moss',
  company: '',
  street: '1 Forge Lane',
  city: 'Leeds',
  region: '',
  postalCode: 'LS1 4AP',
  country: 'United Kingdom',
  phone: '555 0100',
}
const place = { role: 'buyer', amount: 100 } as const
export const mallet = {
  name: 'Mallet',
  image: '/images/claw-hammer-800.webp',
  price: 12.5,
  available: 1000,
  minimum: 10,
  description: 'A mallet.',
}
export const toolFile = new File(['SKU,Price\nCS-185,1'], 'tools.csv')
export const page = { slug: 'about-us', title: 'About us', body: 'Since 1901.', published: true }
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export const rows: { readonly [Name in OperationId]: Row } = {
  issueAccessToken: {
    call: (client, { owner: { email } }) => client.issueAccessToken({ params: { email }, body: { email } }),
    expected: ownerOnly,
    proof: true,
  },
  isAdmin: {
    call: (client, { owner: { email } }) => client.isAdmin({ params: { email } }),
    expected: { ...signedIn, other: 'not_yours' },
  },
  listReviews: { call: client => client.listReviews({}), expected: everybody },
  listTools: { call: client => client.listTools({}), expected: everybody },
  countTools: { call: client => client.countTools({}), expected: everybody },
  listToolIds: { call: client => client.listToolIds({}), expected: everybody },
  getTool: { call: (client, { tool }) => client.getTool({ params: { id: tool._id } }), expected: signedIn },
  getToolDetails: {
    call: (client, { tool }) => client.getToolDetails({ params: { id: tool._id } }),
    expected: everybody,
  },
  countToolFacets: { call: client => client.countToolFacets({}), expected: everybody },
  listBrands: { call: client => client.listBrands({}), expected: everybody },
  listCategories: { call: client => client.listCategories({}), expected: everybody },
  placeOrder: {
    call: (client, { owner, tool }) => client.placeOrder(buildOrderInput(tool, owner)),
    expected: ownerOnly,
  },
  checkOut: {
    call: (client, { tool }) => {
      const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
      return client.checkOut({ body: { lines, phone: '', address: '' } })
    },
    expected: signedIn,
  },
  listCart: { call: client => client.listCart({}), expected: signedIn },
  mergeCart: { call: client => client.mergeCart({ body: { lines: [] } }), expected: signedIn },
  setCartLine: {
    call: (client, { tool }) =>
      client.setCartLine({ params: { toolId: tool._id }, body: { quantity: 1, price: tool.price } }),
    expected: signedIn,
  },
  addToCart: {
    call: (client, { tool }) =>
      client.addToCart({ params: { toolId: tool._id }, body: { quantity: 1, price: tool.price } }),
    expected: signedIn,
  },
  removeCartLine: {
    call: (client, { tool }) => client.removeCartLine({ params: { toolId: tool._id } }),
    expected: signedIn,
  },
  emptyCart: { call: client => client.emptyCart({}), expected: signedIn },
  findTools: { call: client => client.findTools({ body: {} }), expected: everybody },
  suggestSkus: { call: client => client.suggestSkus({ body: { skus: ['CS-186'] } }), expected: everybody },
  countOrders: { call: client => client.countOrders({}), expected: signedIn },
  listOrders: {
    call: (client, { owner: { email } }) => client.listOrders({ query: { email } }),
    expected: ownerOnly,
  },
  cancelOrder: {
    call: (client, { unpaid }) => client.cancelOrder({ params: { id: unpaid._id } }),
    expected: buyerOnly,
  },
  changeOrder: {
    call: (client, { unpaid }) => client.changeOrder({ params: { id: unpaid._id } }),
    expected: buyerOnly,
  },
  changePoNumber: {
    call: (client, { unpaid }) => client.changePoNumber({ params: { id: unpaid._id }, body: { poNumber: 'PO-1' } }),
    expected: buyerOnly,
  },
  getOrderDetails: {
    call: (client, { paid }) => client.getOrderDetails({ params: { id: paid._id } }),
    expected: adminsToo,
  },
  getOrderDocument: {
    call: (client, { paid }) => client.getOrderDocument({ params: { id: paid._id, kind: 'invoice' } }),
    expected: adminsToo,
  },
  getOrder: { call: (client, { paid }) => client.getOrder({ params: { orderId: paid._id } }), expected: buyerOnly },
  recordPayment: {
    call: (client, { charged }) => client.recordPayment({ params: { id: charged.orderId }, body: charged }),
    expected: buyerOnly,
  },
  createPaymentIntent: {
    call: (client, { unpaid: { _id: orderId, totalPrice } }) =>
      client.createPaymentIntent({ body: { orderId, totalPrice } }),
    expected: buyerOnly,
  },
  uploadImage: {
    call: client => client.uploadImage({ form: { image: new File([gif], 'dot.gif') } }),
    expected: signedIn,
  },
  addReview: { call: (client, { owner }) => client.addReview({ body: buildReview(owner) }), expected: ownerOnly },
  listAddresses: { call: client => client.listAddresses({}), expected: signedIn },
  addAddress: { call: client => client.addAddress({ body: address }), expected: signedIn },
  updateAddress: {
    call: (client, { addressId: id }) =>
      client.updateAddress({ params: { id }, body: { ...address, phone: '555 0101' } }),
    expected: addressOwnerOnly,
  },
  deleteAddress: {
    call: (client, { addressId: id }) => client.deleteAddress({ params: { id } }),
    expected: addressOwnerOnly,
  },
  listSavedLists: { call: client => client.listSavedLists({}), expected: signedIn },
  getSavedList: {
    call: (client, { listId: id }) => client.getSavedList({ params: { id } }),
    expected: listOwnerOnly,
  },
  addSavedList: { call: client => client.addSavedList({ body: { name: 'x', lines: [] } }), expected: signedIn },
  updateSavedList: {
    call: (client, { listId: id }) => client.updateSavedList({ params: { id }, body: { name: 'y', lines: [] } }),
    expected: listOwnerOnly,
  },
  deleteSavedList: {
    call: (client, { listId: id }) => client.deleteSavedList({ params: { id } }),
    expected: listOwnerOnly,
  },
  findProfile: {
    call: (client, { owner: { email } }) => client.findProfile({ query: { email } }),
    expected: ownerOnly,
  },
  createProfile: {
    call: (client, { owner }) => client.createProfile({ body: buildProfile(owner) }),
    expected: ownerOnly,
  },
  updateProfile: {
    call: (client, { owner }) => client.updateProfile({ params: { email: owner.email }, body: buildProfile(owner) }),
    expected: ownerOnly,
  },
  exportPersonalData: {
    call: (client, { owner: { email } }) => client.exportPersonalData({ params: { email } }),
    expected: { ...signedIn, other: 'not_yours' },
  },
  closeAccount: {
    call: (client, { closable: { email } }) => client.closeAccount({ params: { email }, query: { reviews: 'keep' } }),
    expected: { ...signedIn, owner: 'not_yours', other: 'not_yours' },
  },
  getAccount: {
    call: async (client, { closableId }) => client.getAccount({ params: { id: closableId } }),
    expected: adminsOnly,
  },
  listAdminCart: {
    call: (client, { closableId }) => client.listAdminCart({ params: { id: closableId } }),
    expected: adminsOnly,
  },
  putIntoAdminCart: {
    call: (client, { closableId, tool }) => {
      const lines = [{ toolId: tool._id, quantity: 10, price: tool.price }]
      return client.putIntoAdminCart({ params: { id: closableId }, body: { lines } })
    },
    expected: adminsOnly,
  },
  removeFromAdminCart: {
    call: (client, { closableId, tool }) =>
      client.removeFromAdminCart({ params: { id: closableId, toolId: tool._id } }),
    expected: adminsOnly,
  },
  placeOrderForAccount: {
    call: (client, { closableId, tool }) => {
      const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
      return client.placeOrderForAccount({ params: { id: closableId }, body: { lines, phone: '', address: '' } })
    },
    expected: adminsOnly,
  },
  blockAccount: {
    call: (client, { closableId }) =>
      client.blockAccount({ params: { id: closableId }, body: { reason: 'Card fraud' } }),
    expected: adminsOnly,
  },
  unblockAccount: {
    call: (client, { closableId }) => client.unblockAccount({ params: { id: closableId } }),
    expected: adminsOnly,
  },
  setAreas: {
    call: (client, { memberId }) => client.setAreas({ params: { id: memberId }, body: { areas: ['orders'] } }),
    expected: adminsOnly,
  },
  addAccountNote: {
    call: (client, { closableId }) =>
      client.addAccountNote({ params: { id: closableId, noteId: crypto.randomUUID() }, body: { text: 'Pays late.' } }),
    expected: adminsOnly,
  },
  deleteAccountNote: {
    call: (client, { closableId }) =>
      client.deleteAccountNote({ params: { id: closableId, noteId: crypto.randomUUID() } }),
    expected: adminsOnly,
  },
  getMembership: { call: client => client.getMembership({}), expected: signedIn },
  leaveCompany: { call: client => client.leaveCompany({}), expected: companyOnly },
  applyForCompany: {
    call: client => client.applyForCompany({ body: companyData }),
    expected: { ...signedIn, other: 'email_unverified', admin: 'admin_has_no_company' },
  },
  acceptInvitation: {
    call: (client, { companyId }) => client.acceptInvitation({ params: { companyId } }),
    expected: {
      ...signedIn,
      owner: 'invitation_not_found',
      other: 'email_unverified',
      admin: 'admin_has_no_company',
    },
  },
  declineInvitation: {
    call: (client, { companyId }) => client.declineInvitation({ params: { companyId } }),
    expected: {
      ...signedIn,
      owner: 'invitation_not_found',
      other: 'invitation_not_found',
      admin: 'invitation_not_found',
    },
  },
  getOwnCompany: { call: client => client.getOwnCompany({}), expected: companyOnly },
  updateOwnCompany: {
    call: client => client.updateOwnCompany({ body: { ...companyData, poRequired: true } }),
    expected: companyOnly,
  },
  inviteMember: {
    call: client => client.inviteMember({ params: { email: 'new@example.com' }, body: place }),
    expected: companyOnly,
  },
  withdrawInvitation: {
    call: client => client.withdrawInvitation({ params: { email: 'new@example.com' } }),
    expected: companyOnly,
  },
  setMember: {
    call: (client, { closableId: accountId }) => client.setMember({ params: { accountId }, body: place }),
    expected: companyOnly,
  },
  removeMember: {
    call: (client, { closableId: accountId }) => client.removeMember({ params: { accountId } }),
    expected: companyOnly,
  },
  approveOrder: {
    call: (client, { waitingId: id }) => client.approveOrder({ params: { id } }),
    expected: companyOnly,
  },
  declineOrder: {
    call: (client, { waitingId: id }) => client.declineOrder({ params: { id }, body: { reason: 'Too much.' } }),
    expected: companyOnly,
  },
  listCompanies: { call: client => client.listCompanies({}), expected: adminsOnly },
  countCompanies: { call: client => client.countCompanies({}), expected: adminsOnly },
  addCompany: {
    call: client => client.addCompany({ body: { ...companyData, managerEmail: 'manager@example.com' } }),
    expected: adminsOnly,
  },
  getCompany: {
    call: (client, { companyId: id }) => client.getCompany({ params: { id } }),
    expected: adminsOnly,
  },
  updateCompany: {
    call: (client, { companyId: id }) =>
      client.updateCompany({ params: { id }, body: { ...companyData, poRequired: true } }),
    expected: adminsOnly,
  },
  acceptCompany: {
    call: (client, { applicationId: id }) => client.acceptCompany({ params: { id } }),
    expected: adminsOnly,
  },
  refuseCompany: {
    call: (client, { applicationId: id }) =>
      client.refuseCompany({ params: { id }, body: { reason: 'No such company.' } }),
    expected: adminsOnly,
  },
  inviteMemberOf: {
    call: (client, { companyId: id }) =>
      client.inviteMemberOf({ params: { id, email: 'new@example.com' }, body: place }),
    expected: adminsOnly,
  },
  withdrawInvitationOf: {
    call: (client, { companyId: id }) => client.withdrawInvitationOf({ params: { id, email: 'manager@example.com' } }),
    expected: adminsOnly,
  },
  setMemberOf: {
    call: (client, { companyId: id, memberId: accountId }) =>
      client.setMemberOf({ params: { id, accountId }, body: place }),
    expected: adminsOnly,
  },
  removeMemberOf: {
    call: (client, { companyId: id, memberId: accountId }) => client.removeMemberOf({ params: { id, accountId } }),
    expected: adminsOnly,
  },
  approveAnyOrder: {
    call: (client, { waitingId: id }) => client.approveAnyOrder({ params: { id } }),
    expected: adminsOnly,
  },
  getPrices: { call: (client, { tool }) => client.getPrices({ body: { ids: [tool._id] } }), expected: companyOnly },
  listPartNumbers: { call: client => client.listPartNumbers({}), expected: companyOnly },
  countPartNumbers: { call: client => client.countPartNumbers({}), expected: companyOnly },
  setPartNumbers: {
    call: client => client.setPartNumbers({ body: { lines: [{ number: '4711', sku: 'CS-185' }] } }),
    expected: companyOnly,
  },
  listDiscountGroups: { call: client => client.listDiscountGroups({}), expected: adminsOnly },
  listPriceLists: { call: client => client.listPriceLists({}), expected: adminsOnly },
  addPriceList: { call: client => client.addPriceList({ body: { name: 'Trade B' } }), expected: adminsOnly },
  getPriceList: {
    call: (client, { priceListId: id }) => client.getPriceList({ params: { id } }),
    expected: adminsOnly,
  },
  renamePriceList: {
    call: (client, { priceListId: id }) => client.renamePriceList({ params: { id }, body: { name: 'Trade C' } }),
    expected: adminsOnly,
  },
  deletePriceList: {
    call: (client, { priceListId: id }) => client.deletePriceList({ params: { id } }),
    expected: adminsOnly,
  },
  listListRows: {
    call: (client, { priceListId: id }) => client.listListRows({ params: { id } }),
    expected: adminsOnly,
  },
  countListRows: {
    call: (client, { priceListId: id }) => client.countListRows({ params: { id } }),
    expected: adminsOnly,
  },
  addListRow: {
    call: (client, { priceListId: id }) =>
      client.addListRow({ params: { id }, body: { validFrom: '2026-01-01', percentOff: 5 } }),
    expected: adminsOnly,
  },
  deleteListRow: {
    call: (client, { priceListId: id, listRowId: rowId }) => client.deleteListRow({ params: { id, rowId } }),
    expected: adminsOnly,
  },
  setPriceListOf: {
    call: (client, { companyId: id, priceListId }) => client.setPriceListOf({ params: { id }, body: { priceListId } }),
    expected: adminsOnly,
  },
  addContract: {
    call: (client, { companyId: id }) => client.addContract({ params: { id } }),
    expected: adminsOnly,
  },
  explainPrice: {
    call: (client, { companyId: id }) => client.explainPrice({ params: { id }, query: { sku: 'CS-185' } }),
    expected: adminsOnly,
  },
  listAccounts: { call: client => client.listAccounts({}), expected: adminsOnly },
  countAccounts: { call: client => client.countAccounts({}), expected: adminsOnly },
  promote: { call: (client, { owner: { email } }) => client.promote({ params: { email } }), expected: adminsOnly },
  demote: { call: (client, { owner: { email } }) => client.demote({ params: { email } }), expected: adminsOnly },
  listAllOrders: { call: client => client.listAllOrders({}), expected: adminsOnly },
  countAllOrders: { call: client => client.countAllOrders({}), expected: adminsOnly },
  markShipped: { call: (client, { paid }) => client.markShipped({ params: { id: paid._id } }), expected: adminsOnly },
  printOrders: {
    call: (client, { paid }) => client.printOrders({ body: { kind: 'invoice', ids: [paid._id] } }),
    expected: adminsOnly,
  },
  actOnOrders: {
    call: (client, { paid }) => client.actOnOrders({ body: { action: 'deliver', ids: [paid._id] } }),
    expected: adminsOnly,
  },
  shipOrder: {
    call: (client, { paid, tool }) =>
      client.shipOrder({
        params: { id: paid._id, shipmentId: crypto.randomUUID() },
        body: { lines: [{ toolId: tool._id, quantity: 1 }] },
      }),
    expected: adminsOnly,
  },
  updateTracking: {
    call: (client, { shipmentId: id }) => client.updateTracking({ params: { id }, body: { trackingNumber: '1Z' } }),
    expected: adminsOnly,
  },
  getPackingSlip: {
    call: (client, { shipmentId: id }) => client.getPackingSlip({ params: { id } }),
    expected: { ...signedIn, other: 'not_found' },
  },
  requestReturn: {
    call: (client, { paid, tool }) =>
      client.requestReturn({
        params: { id: paid._id, returnId: crypto.randomUUID() },
        body: { lines: [{ toolId: tool._id, quantity: 1 }], reason: 'Blunt' },
      }),
    expected: { ...signedIn, other: 'order_not_found' },
  },
  withdrawReturn: {
    call: (client, { returnId: id }) => client.withdrawReturn({ params: { id } }),
    expected: { ...signedIn, other: 'return_not_found', admin: 'return_not_found' },
  },
  answerReturn: {
    call: (client, { returnId: id }) =>
      client.answerReturn({ params: { id }, body: { accepted: true, answer: 'Send it.' } }),
    expected: adminsOnly,
  },
  receiveReturn: {
    call: (client, { returnId: id }) => client.receiveReturn({ params: { id }, body: {} }),
    expected: { ...adminsOnly, admin: 'changed_meanwhile' },
  },
  closeReturn: {
    call: (client, { returnId: id }) => client.closeReturn({ params: { id } }),
    expected: { ...adminsOnly, admin: 'changed_meanwhile' },
  },
  listReturns: { call: client => client.listReturns({}), expected: adminsOnly },
  countReturns: { call: client => client.countReturns({}), expected: adminsOnly },
  refundOrder: {
    call: (client, { paid }) =>
      client.refundOrder({ params: { id: paid._id, refundId: crypto.randomUUID() }, body: { amount: 1 } }),
    expected: adminsOnly,
  },
  retryRefund: {
    call: (client, { refundId: id }) => client.retryRefund({ params: { id }, body: {} }),
    expected: { ...adminsOnly, admin: 'refund_not_failed' },
  },
  closeRefund: {
    call: (client, { refundId: id }) => client.closeRefund({ params: { id }, body: { reason: 'Paid by check' } }),
    expected: { ...adminsOnly, admin: 'refund_not_failed' },
  },
  getCreditNote: {
    call: (client, { refundId: id }) => client.getCreditNote({ params: { id } }),
    expected: { ...signedIn, other: 'refund_not_found' },
  },
  markPaid: {
    call: (client, { unpaid }) => client.markPaid({ params: { id: unpaid._id }, body: { reference: 'SEPA 4711' } }),
    expected: adminsOnly,
  },
  holdOrder: {
    call: (client, { unpaid }) => {
      const until = new Date(Date.now() + 86_400_000).toISOString()
      return client.holdOrder({ params: { id: unpaid._id }, body: { until } })
    },
    expected: adminsOnly,
  },
  endHold: {
    call: (client, { unpaid }) => client.endHold({ params: { id: unpaid._id } }),
    expected: adminsOnly,
  },
  cancelAnyOrder: {
    call: (client, { unpaid }) => client.cancelAnyOrder({ params: { id: unpaid._id } }),
    expected: adminsOnly,
  },
  cancelUnpaidOrders: {
    call: (client, { owner: { email } }) => client.cancelUnpaidOrders({ params: { email } }),
    expected: adminsOnly,
  },
  addTool: { call: client => client.addTool({ body: mallet }), expected: adminsOnly },
  updateTool: {
    call: (client, { tool }) => client.updateTool({ params: { id: tool._id }, body: { ...mallet, name: 'Maul' } }),
    expected: adminsOnly,
  },
  getStock: { call: (client, { tool }) => client.getStock({ params: { id: tool._id } }), expected: adminsOnly },
  listStockMovements: {
    call: (client, { tool }) => client.listStockMovements({ params: { id: tool._id } }),
    expected: adminsOnly,
  },
  adjustStock: {
    call: (client, { tool }) =>
      client.adjustStock({
        params: { id: tool._id, adjustmentId: crypto.randomUUID() },
        body: { reason: 'receipt', quantity: 5 },
      }),
    expected: adminsOnly,
  },
  deleteTool: { call: (client, { tool }) => client.deleteTool({ params: { id: tool._id } }), expected: adminsOnly },
  actOnTools: {
    call: (client, { tool }) => client.actOnTools({ body: { action: 'discontinue', ids: [tool._id] } }),
    expected: adminsOnly,
  },
  changePrices: {
    call: (client, { tool: { _id: id, price } }) => {
      const prices = { price, priceBreaks: [] }
      return client.changePrices({ body: { tools: [{ id, ...prices, shown: prices }] } })
    },
    expected: adminsOnly,
  },
  renameBrand: {
    call: client => client.renameBrand({ params: { slug: 'norvane' }, body: { name: 'Norvane & Sons' } }),
    expected: adminsOnly,
  },
  deleteBrand: { call: client => client.deleteBrand({ params: { slug: 'norvane-sons' } }), expected: adminsOnly },
  addCategory: { call: client => client.addCategory({ body: { name: 'Ladders' } }), expected: adminsOnly },
  updateCategory: {
    call: client => client.updateCategory({ params: { slug: 'ladders' }, body: { name: 'Steps' } }),
    expected: adminsOnly,
  },
  moveCategory: {
    call: client => client.moveCategory({ params: { slug: 'ladders' }, body: { direction: 'up' } }),
    expected: adminsOnly,
  },
  deleteCategory: { call: client => client.deleteCategory({ params: { slug: 'ladders' } }), expected: adminsOnly },
  listAllReviews: { call: client => client.listAllReviews({}), expected: adminsOnly },
  countAllReviews: { call: client => client.countAllReviews({}), expected: adminsOnly },
  moderateReview: {
    call: (client, { reviewId: id }) => client.moderateReview({ params: { id }, body: { action: 'hide' } }),
    expected: adminsOnly,
  },
  deleteReview: { call: (client, { reviewId: id }) => client.deleteReview({ params: { id } }), expected: adminsOnly },
  listImports: { call: client => client.listImports({}), expected: adminsOnly },
  addImport: {
    call: client => client.addImport({ params: { id: crypto.randomUUID() }, form: { file: toolFile } }),
    expected: adminsOnly,
  },
  getImport: {
    call: (client, { importId }) => client.getImport({ params: { id: importId } }),
    expected: adminsOnly,
  },
  listImportSuppliers: { call: client => client.listImportSuppliers({}), expected: adminsOnly },
  mapImport: {
    call: (client, { importId }) =>
      client.mapImport({ params: { id: importId }, body: { mapping: { columns: ['sku', 'price'] } } }),
    expected: adminsOnly,
  },
  listImportRows: {
    call: (client, { importId }) => client.listImportRows({ params: { id: importId } }),
    expected: adminsOnly,
  },
  repairImportRow: {
    call: (client, { importId }) =>
      client.repairImportRow({ params: { id: importId, position: '1' }, body: { cells: { price: '2' } } }),
    expected: adminsOnly,
  },
  applyImport: {
    call: (client, { importId }) => client.applyImport({ params: { id: importId }, body: { version: 2 } }),
    expected: adminsOnly,
  },
  undoImport: {
    call: (client, { appliedImportId }) => client.undoImport({ params: { id: appliedImportId } }),
    expected: adminsOnly,
  },
  discardImport: {
    call: (client, { importId }) => client.discardImport({ params: { id: importId } }),
    expected: adminsOnly,
  },
  exportList: { call: client => client.exportList({ params: { list: 'tools' }, query: {} }), expected: adminsOnly },
  getOverview: { call: client => client.getOverview({}), expected: adminsOnly },
  getSettings: { call: client => client.getSettings({}), expected: adminsOnly },
  getAppearance: { call: client => client.getAppearance({}), expected: adminsOnly },
  updateAppearance: {
    call: client => client.updateAppearance({ body: { bannerAbove: 'Tools' } }),
    expected: adminsOnly,
  },
  setPicture: {
    call: client => client.setPicture({ params: { picture: 'logo' }, form: { image: new File([gif], 'dot.gif') } }),
    expected: adminsOnly,
  },
  removePicture: { call: client => client.removePicture({ params: { picture: 'banner' } }), expected: adminsOnly },
  updateSettings: { call: client => client.updateSettings({ body: { taxPercent: 0 } }), expected: adminsOnly },
  listPages: { call: client => client.listPages({}), expected: everybody },
  addPage: {
    call: client => client.addPage({ body: { ...page, slug: 'privacy' } }),
    expected: adminsOnly,
  },
  getPage: { call: client => client.getPage({ params: { slug: page.slug } }), expected: everybody },
  listAllPages: { call: client => client.listAllPages({}), expected: adminsOnly },
  getAnyPage: { call: client => client.getAnyPage({ params: { slug: page.slug } }), expected: adminsOnly },
  updatePage: {
    call: client => client.updatePage({ params: { slug: page.slug }, body: { ...page, body: 'Since 1900.' } }),
    expected: adminsOnly,
  },
  deletePage: { call: client => client.deletePage({ params: { slug: page.slug } }), expected: adminsOnly },
  listAdminActions: { call: client => client.listAdminActions({}), expected: adminsOnly },
  countAdminActions: { call: client => client.countAdminActions({}), expected: adminsOnly },
}
