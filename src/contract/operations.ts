/** Paths are below `/api`. */
export const operations = {
  issueAccessToken: 'PUT /storeUsers/:email',
  isAdmin: 'GET /admin/:email',
  listReviews: 'GET /review',
  listTools: 'GET /tools',
  countTools: 'GET /toolCount',
  listToolIds: 'GET /toolIds',
  getTool: 'GET /tools/:id',
  placeOrder: 'POST /bookingOrder',
  checkOut: 'POST /checkout',
  listOrders: 'GET /orders',
  cancelOrder: 'DELETE /orders/:id',
  getOrder: 'GET /order/:orderId',
  recordPayment: 'PATCH /orders/:id',
  createPaymentIntent: 'POST /create-payment-intent',
  uploadImage: 'POST /images/upload',
  addReview: 'POST /review',
  findProfile: 'GET /userProfile',
  createProfile: 'POST /userProfile',
  updateProfile: 'PUT /userProfile/:email',
  exportPersonalData: 'GET /personalData/:email',
  closeAccount: 'DELETE /users/:email',
  listAccounts: 'GET /users',
  countAccounts: 'GET /userCount',
  promote: 'PUT /users/admin/:email',
  demote: 'DELETE /users/admin/:email',
  listAllOrders: 'GET /allOrders',
  countAllOrders: 'GET /orderCount',
  markShipped: 'PATCH /allOrders/:id',
  cancelAnyOrder: 'DELETE /allOrders/:id',
  cancelUnpaidOrders: 'DELETE /users/:email/unpaidOrders',
  addTool: 'POST /addProduct',
  updateTool: 'PUT /tool/:id',
  deleteTool: 'DELETE /tool/:id',
  listAllReviews: 'GET /allReviews',
  countAllReviews: 'GET /reviewCount',
  moderateReview: 'PATCH /allReviews/:id',
  deleteReview: 'DELETE /allReviews/:id',
  listAdminActions: 'GET /adminActions',
  countAdminActions: 'GET /adminActionCount',
} as const

export type OperationId = keyof typeof operations

export function parseOperation(operation: string): { method: string; path: string } {
  const [method = '', path = ''] = operation.split(' ')
  return { method, path }
}
