const adminPath =
  /^\/dashboard\/(users|adminActions|manageAllOrders|reviews|addProduct|manageProducts|categories|settings)(?![^/?#])/

/** Whether `requireAdmin` guards the path. */
export const isAdminPath = (path: string) => adminPath.test(path)
