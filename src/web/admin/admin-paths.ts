const adminPath =
  /^\/dashboard\/(users|adminActions|manageAllOrders|reviews|addProduct|manageProducts|categories|pages|settings)(?![^/?#])/

/** Whether `requireAdmin` guards the path. */
export const isAdminPath = (path: string) => adminPath.test(path)
