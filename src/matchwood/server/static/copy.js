/** A text to be taken elsewhere. */

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  field.value = new URL(field.value, location.href).href;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without a secure connection only this old way is left.
    field.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.done;
});
