import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('frame/frame.tsx', [
    index('home/home.tsx'),
    route('home', 'home/home.tsx', { id: 'home' }),
    route('shop', 'shop/shop.tsx'),
    route('shop/:id', 'shop/tool.tsx'),
    route('allReviews', 'reviews/all-reviews.tsx'),
    route('blogs', 'blogs/blogs.tsx'),
    route('purchase/:id', 'purchase/purchase.tsx'),
    route('login', 'sign-in/login.tsx'),
    route('signup', 'sign-in/signup.tsx'),
    route('signed-in', 'sign-in/signed-in.tsx'),
    route('reset-password', 'sign-in/reset-password.tsx'),
    route('verified', 'sign-in/verified.tsx'),
    route('dashboard', 'dashboard/dashboard.tsx', [
      index('dashboard/my-orders.tsx'),
      route('review', 'dashboard/add-review.tsx'),
      route('profile', 'dashboard/profile.tsx'),
      route('payment/:orderId', 'dashboard/payment/payment.tsx'),
      route('users', 'dashboard/all-users.tsx'),
      route('adminActions', 'dashboard/admin-actions.tsx'),
      route('manageAllOrders', 'dashboard/manage-orders.tsx'),
      route('addProduct', 'dashboard/add-product.tsx'),
      route('manageProducts', 'dashboard/manage-tools.tsx'),
      route('manageProducts/:id', 'dashboard/edit-product.tsx'),
    ]),
    route('*', 'frame/not-found.tsx'),
  ]),
  route('robots.txt', 'crawlers/robots.ts'),
  route('sitemap.xml', 'crawlers/sitemap.ts'),
  route('manifest.webmanifest', 'crawlers/manifest.ts'),
] satisfies RouteConfig
