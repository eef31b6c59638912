import css from '#web/app.css?inline'

/** The whole style sheet. In the browser that of the page's own element, so that it is in no script. */
export const styles = import.meta.env.SSR ? css : (document.querySelector('head > style')?.textContent ?? '')
