const adminPath =
  /^\/dashboard\/(overview|users|adminActions|manageAllOrders|returns|imports|reviews|addProduct|manageProducts|categories|pages|settings)(?![^/?#])/

/** Whether `requireAdmin` guards the path. */
export const isAdminPath = (path: string) => adminPath.test(path)
