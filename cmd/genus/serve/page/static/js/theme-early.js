// Sets the theme that the user chose before anything is drawn. Not a module: those run after the first paint.
(function () {
  try {
    const theme = localStorage.getItem("genus.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off: the page uses the theme of the system.
  }
})();
