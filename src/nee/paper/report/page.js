const element = (kind, className, text) => {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const dataOf = place => JSON.parse(place.querySelector("script").textContent);


const turned = (p, a, b) => {
  const x = p[0] * Math.cos(a) - p[1] * Math.sin(a), y = p[0] * Math.sin(a) + p[1] * Math.cos(a);
  return [x, y * Math.cos(b) - p[2] * Math.sin(b), y * Math.sin(b) + p[2] * Math.cos(b)];
};
const showEmbeddings = (view, place) => {
  const figure = element("figure"), canvas = element("canvas");
  figure.append(canvas, element("figcaption", "", view.title));
  place.append(figure);
  const all = view.points.concat([view.infinity]);
  const centre = [0, 1, 2].map(i => (Math.max(...all.map(p => p[i])) + Math.min(...all.map(p => p[i]))) / 2);
  const centred = p => p.map((x, i) => x - centre[i]);
  const reach = Math.max(...all.map(p => Math.hypot(...centred(p))));
  let a = 0.6, b = 1.1;
  const draw = () => {
    const size = canvas.width = canvas.height = canvas.clientWidth * devicePixelRatio;
    const context = canvas.getContext("2d");
    context.textBaseline = "middle";
    const marks = view.points.map((p, i) => ({
      at: turned(centred(p), a, b), label: i,
      colour: view.held_out[i] ? "#d22" : `hsl(${260 - 200 * i / view.points.length} 70% ${30 + 30 * i / view.points.length}%)`,
    }));
    marks.push({ at: turned(centred(view.infinity), a, b), label: "★", colour: "#000" });
    marks.sort((m, n) => m.at[2] - n.at[2]);
    for (const mark of marks) {
      mark.x = size / 2 + mark.at[0] / reach * size * 0.45;
      mark.y = size / 2 - mark.at[1] / reach * size * 0.45;
      context.fillStyle = mark.colour;
      if (mark.label === "★") { context.font = `${size / 18}px sans-serif`; context.fillText("★", mark.x - size / 36, mark.y); continue; }
      context.beginPath(); context.arc(mark.x, mark.y, size / 110, 0, 7); context.fill();
    }
    // Labels come last, in ink with a rim of paper, so that no point covers them.
    context.font = `600 ${size / 34}px sans-serif`;
    context.lineWidth = size / 130; context.strokeStyle = "#fff"; context.fillStyle = "#1c2430";
    for (const { label, x, y } of marks) {
      if (label === "★" || label % 16) continue;
      context.strokeText(label, x + size / 75, y); context.fillText(label, x + size / 75, y);
    }
  };
  canvas.onpointermove = event => {
    if (!event.buttons) return;
    a -= event.movementX / 100; b += event.movementY / 100; draw();
  };
  new ResizeObserver(draw).observe(canvas);
};

for (const place of document.querySelectorAll(".turnable")) {
  const { caption, views } = dataOf(place), panels = element("div", "panels");
  place.append(element("p", "", caption), panels);
  for (const view of views) showEmbeddings(view, panels);
}

