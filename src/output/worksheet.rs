//! A worksheet: a page of questions for pupils, and the page of solutions for their teacher.

use maud::{Markup, html};
use num_rational::BigRational;

use super::number::{percent, quantity, raised, whole};
use super::odds::{headline, in_casts};
use super::page::{page, sides};
use crate::analysis::{Figure, Lesson};
use crate::tali::{Cast, Face, Kind, USUAL_TALI, presets};

/// A worksheet on some bones.
pub(crate) struct Worksheet(pub Lesson);

/// Something to work out: what is asked, how it is done, and what comes out.
struct Question {
    ask: String,
    how: String,
    answer: String,
    /// How many lines are left to write on.
    lines: usize,
}

fn number(value: &BigRational) -> String {
    quantity(&Figure::Exact(value.clone()), "")
}

impl Worksheet {
    fn questions(&self) -> Vec<Question> {
        let Lesson { weights, venus, canis, high_sum, six, venus_given_six, mean, critical, freedom, .. } =
            &self.0;
        let [one, three, four, six_weight] = weights;
        let throws = Lesson::THROWS;
        let casts = Lesson::CASTS;
        let expected =
            weights.each_ref().map(|weight| number(&(weight * BigRational::from_integer(throws.into()))));
        let within = venus.within.first().map_or_else(String::new, |within| percent(&within.probability));
        let alike = weights.iter().all(|weight| weight == one);
        let product = BigRational::from_integer(4.into()) * mean;
        let casts_of_four: Vec<String> = Cast::all(USUAL_TALI).iter().map(ToString::to_string).collect();
        vec![
            Question {
                ask: format!("Throw one talus {throws} times and fill in the table above. What share of your throws shows each face? \
                              Put your counts on the class's tally sheet as well."),
                how: "count ÷ throws".to_owned(),
                answer: format!(
                    "These bones are said to fall 1: {one}, 3: {three}, 4: {four}, 6: {six_weight}. Of {throws} throws that is {} on average; \
                     a pupil's counts lie around these.",
                    expected.join(", ")
                ),
                lines: 1,
            },
            Question {
                ask: format!("Four tali are cast at once. In how many orders can they show {} (a 6, a 4, a 3 and a 1)?", Kind::Venus.title()),
                how: "4 · 3 · 2 · 1".to_owned(),
                answer: "24 orders.".to_owned(),
                lines: 1,
            },
            Question {
                ask: "How likely is Venus on one cast?".to_owned(),
                how: format!("24 · ({one}) · ({three}) · ({four}) · ({six_weight})"),
                answer: format!("{}.", headline(&venus.probability)),
                lines: 2,
            },
            Question {
                ask: format!(
                    "How likely is Canis, four 1s? Why is it not as likely as Venus, though each stands once in this list of all casts: {}?",
                    casts_of_four.join(", ")
                ),
                how: format!("({one})⁴"),
                answer: format!("{}. Canis comes in one order, Venus in 24{}.", headline(canis), if alike { "" } else { ", and faces are not equally likely" }),
                lines: 2,
            },
            Question {
                ask: format!("How likely is at least one Venus in {casts} casts?"),
                how: format!("1 − (1 − p){} with p from question 3", raised(&casts)),
                answer: format!("{within}. It is not {casts} · p: two Venuses in {casts} casts would be counted twice."),
                lines: 2,
            },
            Question {
                ask: "How many casts does it take on average to see Venus? After how many casts is the chance of having seen it at least one half?"
                    .to_owned(),
                how: "1 ÷ p; the smallest n with (1 − p)ⁿ ≤ ½".to_owned(),
                answer: if venus.mean_wait.is_number() {
                    format!(
                        "{} on average, and {} for one half: the mean is larger, because waits can be very long.",
                        in_casts(&quantity(&venus.mean_wait, "")),
                        in_casts(&whole(&venus.quantiles[0].casts))
                    )
                } else {
                    "These bones never show Venus.".to_owned()
                },
                lines: 2,
            },
            Question {
                ask: "What does one talus show on average? And the sum of four?".to_owned(),
                how: format!("1 · {one} + 3 · {three} + 4 · {four} + 6 · {six_weight}; four times as much"),
                answer: format!("{} and {}.", number(mean), number(&product)),
                lines: 2,
            },
            Question {
                ask: "Somebody covers a cast and tells you only that it shows at least one 6. How likely is Venus now?".to_owned(),
                how: format!("P(Venus) ÷ P(at least one 6), and P(at least one 6) = 1 − (1 − {six_weight})⁴ = {}", percent(six)),
                answer: format!("{}.", headline(venus_given_six)),
                lines: 2,
            },
            Question {
                ask: "Would you bet on a sum of 14 or more?".to_owned(),
                how: "add up the chances of all casts with such a sum; 'tali-odds casts --by sum' lists them".to_owned(),
                answer: format!("{}: {}.", headline(high_sum), if is_more_than_half(high_sum) { "yes" } else { "no" }),
                lines: 1,
            },
            Question {
                ask: format!(
                    "Could your talus fall like these bones? Compare your counts with those that are expected: X² = Σ (count − expected)² ÷ expected. \
                     Above {critical:.2} that is doubtful."
                ),
                how: format!("expected: {}; χ² with {freedom} degrees of freedom, at the 5 % level", expected.join(", ")),
                answer: format!(
                    "About one pupil in twenty finds more than {critical:.2} even if the bones do fall like that: in a class of thirty that is one or two. \
                     'tali-odds fit class.csv --pool thrower --against {}' reads the class's tally sheet and adjusts for that.",
                    if presets::ALL.iter().any(|preset| preset.name == self.0.name) { self.0.name.as_str() } else { "FILE.toml" }
                ),
                lines: 3,
            },
        ]
    }

    /// The page of questions, or that of solutions.
    pub(crate) fn html(&self, solutions: bool) -> String {
        let title =
            if solutions { "A lesson with knucklebones: solutions" } else { "A lesson with knucklebones" };
        let body = html! {
            main {
                @if !solutions { (sides()) }
                h1 { (title) }
                @if !solutions { p.fields { span { "name" } span { "class" } span { "date" } } }
                (self.told(solutions))
                ol {
                    @for question in self.questions() {
                        li {
                            p { (question.ask) }
                            @if solutions {
                                p.how { (question.how) }
                                p.answer { (question.answer) }
                            } @else {
                                @for _ in 0..question.lines { div.line {} }
                            }
                        }
                    }
                }
            }
        };
        page(title, None, STYLE, &body)
    }

    /// What the bones are, and where to count throws.
    fn told(&self, solutions: bool) -> Markup {
        html! {
            p {
                "A talus lands on one of four sides: "
                @for (place, face) in Face::ALL.into_iter().enumerate() {
                    @if place > 0 { ", " } b { (face) } " " (face.shape())
                }
                ". The bones “" bdi { (self.0.name) } "” fall with these probabilities:"
            }
            table {
                thead { tr { th scope="col" { "face" } @for face in Face::ALL { th scope="col" { (face) } } } }
                tbody {
                    tr { th scope="row" { "probability" } @for weight in &self.0.weights { td { (weight) } } }
                    @if !solutions { tr { th scope="row" { "your count" } @for _ in Face::ALL { td {} } } }
                }
            }
        }
    }
}

fn is_more_than_half(chance: &Figure) -> bool {
    chance.rational().is_some_and(|chance| chance > BigRational::new(1.into(), 2.into()))
}

const STYLE: &str = "
@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 'Noto Sans', system-ui, sans-serif; color: #222; background: #fff; margin: 1em auto; padding: 0 1em; max-width: 182mm;
  overflow-wrap: break-word }
h1 { font-size: 17pt; margin: 0 0 .3em }
p { margin: .3em 0 }
.fields { display: flex; flex-wrap: wrap; gap: 1em } .fields span { flex: 1 1 8em; border-bottom: 1px solid #222 }
table { border-collapse: collapse; width: 100%; table-layout: fixed } th, td { border: 1px solid #555; padding: .15em .4em; text-align: center }
th:first-child { text-align: left } th { font-weight: 600 } tbody td { height: 1.7em }
ol { padding-left: 2em } li { break-inside: avoid; margin: .55em 0 }
.line { border-bottom: 1px solid #888; height: 7mm }
.how { color: #444; font-style: italic } .answer { font-weight: 600 }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt } .line { height: 6mm } li { margin: .4em 0 } }
";
