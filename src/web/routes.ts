import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('layout/layout.tsx', [
    index('home/home.tsx'),
    route('home', 'home/home.tsx', { id: 'home' }),
    route('shop', 'catalogue/shop.tsx'),
    route('shop/:id', 'catalogue/tool.tsx'),
    route('allReviews', 'reviews/all-reviews.tsx'),
    route('blogs', 'blogs/blogs.tsx'),
    route('purchase/:id', 'checkout/purchase.tsx'),
    route('login', 'sign-in/login.tsx'),
    route('signup', 'sign-in/signup.tsx'),
    route('signed-in', 'sign-in/signed-in.tsx'),
    route('form-not-sent', 'sign-in/form-not-sent.tsx'),
    route('reset-password', 'sign-in/reset-password.tsx'),
    route('verify-email', 'sign-in/verify-email.tsx'),
    route('dashboard', 'dashboard/dashboard.tsx', [
      layout('dashboard/dashboard-page.tsx', [
        index('dashboard/my-orders.tsx'),
        route('review', 'dashboard/add-review.tsx'),
        route('ownOrders', 'dashboard/own-orders.tsx'),
        route('profile', 'dashboard/profile.tsx'),
        route('payment/:orderId', 'checkout/payment/payment.tsx'),
        route('sessions', 'dashboard/sessions.tsx'),
        route('twoFactor', 'dashboard/two-factor/two-factor.tsx'),
      ]),
      layout('admin/admin-layout.tsx', [
        route('users', 'admin/accounts.tsx'),
        route('adminActions', 'admin/admin-actions.tsx'),
        route('manageAllOrders', 'admin/manage-orders.tsx'),
        route('reviews', 'admin/manage-reviews.tsx'),
        route('addProduct', 'admin/add-tool.tsx'),
        route('manageProducts', 'admin/manage-tools.tsx'),
        route('manageProducts/:id', 'admin/edit-tool.tsx'),
      ]),
    ]),
    route('*', 'layout/not-found.tsx'),
  ]),
  route('robots.txt', 'seo/robots.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('sitemaps/:file', 'seo/sitemap-file.ts'),
  route('manifest.webmanifest', 'seo/manifest.ts'),
] satisfies RouteConfig
